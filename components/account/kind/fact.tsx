import type { ReactNode } from 'react';
import type { Fact } from '@/components/item/facts';
import { imitationAdvice } from '@/lib/dashboard/account/worries';
import { cleanText } from '@/lib/dashboard/format';
import type { AccountKind } from '@/lib/solana/account-description/account-kind';
import type { WellKnown } from '@/lib/solana/token-list';
import { WARNINGS, type Warning } from '@/lib/solana/warnings';
import { AccountLink } from './account-link';
import { Breakable, MetadataUri } from './metadata-uri';

export type Of<Kind extends AccountKind['kind']> = Extract<AccountKind, { kind: Kind }>;

/** Creates a fact from an untrusted text; false if the text is empty. */
export function textFact(name: string, text: string): Fact | false {
  const clean = cleanText(text);
  // The text is breakable, because an untrusted word may be wider than the screen.
  return clean !== '' && [name, <Breakable key="" text={clean} />];
}

/** Creates a fact from an untrusted URI; false if the URI is empty. */
export const uriFact = (uri: string): Fact | false =>
  cleanText(uri) !== '' && ['URI', <MetadataUri key="" uri={uri} />];

/** A value that warns: `bad` if another party can take or imitate something, `caution` if it cannot be moved. */
export const Risk = ({ tone, children }: { tone: 'bad' | 'caution'; children: ReactNode }) => (
  <span className={`min-w-0 ${tone === 'bad' ? 'box-bad' : 'box-caution'}`}>{children}</span>
);

type MisleadingProps = {
  warnings: readonly Warning[];
  /** The well-known token that the account imitates. */
  like: WellKnown | undefined;
  chain: number;
};

/** What is misleading about a name. For an imitation, names the mint of the original. */
export function Misleading({ warnings, like, chain }: MisleadingProps) {
  const others = warnings.filter((word) => like === undefined || word !== 'look-alike-symbol');
  return (
    <>
      {like !== undefined && (
        <>
          Not the well-known {cleanText(like.symbol)}. The real one is{' '}
          <AccountLink address={like.mint} chain={chain} what={`mint of ${cleanText(like.symbol)}`} />{' '}
          <span className="block">{imitationAdvice(cleanText(like.symbol))}</span>{' '}
        </>
      )}
      {others.map((word) => WARNINGS[word]).join(' ')}
    </>
  );
}

/** Creates a fact with warnings about misleading names, or no fact. */
export const bewareFact = (props: MisleadingProps): Fact | false =>
  props.warnings.length > 0 && [
    'Beware',
    <Risk key="" tone="bad">
      <Misleading {...props} />
    </Risk>,
  ];
