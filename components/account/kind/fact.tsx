import type { ReactNode } from 'react';
import type { Fact } from '@/components/item/facts';
import { cleanText } from '@/lib/dashboard/format';
import type { AccountKind } from '@/lib/solana/account-description/account-kind';
import type { WellKnown } from '@/lib/solana/token-list';
import { WARNINGS, type Warning } from '@/lib/solana/warnings';
import { AccountLink } from './account-link';
import { Breakable } from './breakable';
import { MetadataUri } from './metadata-uri';

export type Of<Kind extends AccountKind['kind']> = Extract<AccountKind, { kind: Kind }>;

/** Creates a fact from an untrusted text; [] if the text is empty. */
export function textFact(name: string, text: string): Fact[] {
  const clean = cleanText(text);
  // The text is breakable, because an untrusted word may be wider than the screen.
  return clean === '' ? [] : [[name, <Breakable key="" text={clean} />]];
}

/** Creates a fact from an untrusted URI; [] if the URI is empty. */
export const uriFact = (uri: string): Fact[] =>
  cleanText(uri) === '' ? [] : [['URI', <MetadataUri key="" uri={uri} />]];

/** Returns a link to an address, or the text `none` if the address is null. */
export const linkOr = (address: string | null, chain: number, what: string, none: string): ReactNode =>
  address === null ? none : <AccountLink address={address} chain={chain} what={what} />;

/** Classes of a value that warns that another party can take or imitate something. */
export const WARNING = 'min-w-0 rounded-md bg-bad-soft px-2.5 py-1.5 text-bad';

/** A value that says that something cannot be moved. */
export const Locked = ({ children }: { children: ReactNode }) => (
  <span className="min-w-0 rounded-md bg-caution-soft px-2.5 py-1.5 text-caution">{children}</span>
);

/** Creates a fact with warnings about misleading names. `like` is the well-known token that the account imitates. */
export function bewareFact(warnings: readonly Warning[], like?: WellKnown & { chain: number }): Fact[] {
  if (warnings.length === 0) return [];
  return [
    [
      'Beware',
      <span key="" className={WARNING}>
        {warnings.map((word) => WARNINGS[word]).join(' ')}
        {like !== undefined && (
          <>
            {' '}
            The well-known {cleanText(like.symbol)} has this mint:{' '}
            <AccountLink address={like.mint} chain={like.chain} what={`mint of ${cleanText(like.symbol)}`} />
          </>
        )}
      </span>,
    ],
  ];
}
