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

/** An untrusted text of an account. */
export function textFact(name: string, text: string): Fact[] {
  const clean = cleanText(text);
  // Its words may be longer than a phone is wide.
  return clean === '' ? [] : [[name, <Breakable key="" text={clean} />]];
}

/** An untrusted URI of an account. */
export const uriFact = (uri: string): Fact[] =>
  cleanText(uri) === '' ? [] : [['URI', <MetadataUri key="" uri={uri} />]];

/** An address that may be none. */
export const linkOr = (address: string | null, chain: number, what: string, none: string): ReactNode =>
  address === null ? none : <AccountLink address={address} chain={chain} what={what} />;

/** Why what an account says of itself may mislead. @param like the well-known token that it looks like, on its chain */
export function bewareFact(warnings: readonly Warning[], like?: WellKnown & { chain: number }): Fact[] {
  if (warnings.length === 0) return [];
  return [
    [
      'Beware',
      <span key="" className="min-w-0 text-bad">
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
