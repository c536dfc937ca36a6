import { Fragment } from 'react';
import { Facts } from '@/components/item/facts';
import { HeldAmount } from '@/components/item/figure';
import { AddressText } from '@/components/ui/address-text';
import { TryNetworks } from '@/components/ui/networks';
import { OutLink } from '@/components/ui/out-link';
import { PageLink } from '@/components/ui/page-link';
import { kindMessages } from '@/lib/dashboard/account/kind-messages';
import { explorerLinks, itemHref } from '@/lib/dashboard/chains';
import { formatAmount, formatSol, unitOf } from '@/lib/dashboard/format';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import { kindFacts } from './kind-facts';

type Props = {
  /** The description of the account; undefined if it could not be read. */
  reading: AccountDescription | undefined;
  chain: number;
  /** Whether the account holds no SOL and nothing that is listed. */
  isBare: boolean;
};

/** Returns what a stake or token account holds; undefined for other accounts, and if the token's decimals are unknown. */
function heldAmount({ account, lamports, token }: AccountDescription) {
  if (account.kind === 'stake') return { digits: formatSol(lamports), unit: 'SOL' };
  if (account.kind !== 'token-account' || token === undefined) return undefined;
  return {
    digits: formatAmount(account.account.amount, token.decimals),
    unit: unitOf(token.symbol, token.isScaled === true),
  };
}

/** Type and facts of an account that is not a wallet. */
export function KindCard({ reading, chain, isBare }: Props) {
  if (reading === undefined)
    return (
      <p className="mt-2 w-full rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">
        Couldn’t determine the account type. It may not be a wallet.
      </p>
    );
  const words = kindMessages(reading, isBare, chain);
  if (words === undefined) return null;
  const facts = kindFacts(reading, chain);
  const held = heldAmount(reading);
  const isAbsent = reading.account.kind === 'nothing';
  const hasFewFacts = reading.account.kind === 'other' || reading.account.kind === 'multisig';
  const explorers = isAbsent || hasFewFacts ? explorerLinks(chain, reading.address) : [];
  // An address that holds items like a wallet needs no card above them.
  if (reading.account.kind === 'wallet' && facts.length === 0 && !isBare)
    return (
      <details className="open-on-paper max-w-full rounded-md bg-sunken text-sm">
        <summary className="flex min-h-7 items-center px-2.5">
          {words.title}
          <span className="print:hidden">
            &nbsp;· <span className="underline underline-offset-3">What is this?</span>
          </span>
        </summary>
        <p className="max-w-xl px-2.5 pb-2 text-muted">{words.text}</p>
      </details>
    );
  return (
    <section className="panel mt-2 w-full px-5 py-4">
      <h2 className="font-semibold">{words.title}</h2>
      {held && <HeldAmount {...held} />}
      <p className="mt-1 max-w-3xl text-pretty text-muted text-sm">
        {words.text}
        {/* Empty accounts are not in the holder’s list. */}
        {reading.account.kind === 'token-account' && reading.account.account.amount > 0n && (
          <>
            {' '}
            <PageLink href={itemHref(reading.account.account.owner, reading.address, chain)} className="link">
              See it in its holder’s account
            </PageLink>
          </>
        )}
        {explorers.map(({ name, href }) => (
          <Fragment key={name}>
            {' '}
            <OutLink href={href} className="link">
              {name}
            </OutLink>
          </Fragment>
        ))}
      </p>
      {words.caution !== undefined && <p className="mt-1 text-caution text-sm">{words.caution}</p>}
      {isAbsent && (
        <p className="mt-2">
          <AddressText address={reading.address} what="address" full />
        </p>
      )}
      {isAbsent && <TryNetworks address={reading.address} chain={chain} />}
      {facts.length > 0 && (
        <div className="mt-3 border-line border-t pt-2">
          <Facts facts={facts} />
        </div>
      )}
    </section>
  );
}
