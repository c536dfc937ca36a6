import type { ReactNode } from 'react';
import type { Fact } from '@/components/item/facts';
import { CopyMark } from '@/components/ui/copy/copy-mark';
import { cleanText, formatAmount } from '@/lib/dashboard/format';
import type { AccountDescription, TokenFacts } from '@/lib/solana/account-description/account-description';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { editionAddressOf } from '@/lib/solana/address/program-address';
import { DELEGATED, EDITION_AUTHORITY, MINT_FACTS } from '@/lib/solana/facts/messages';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import { AccountLink } from './account-link';
import { bewareFact, linkOr, type Of, Risk, textFact, uriFact } from './fact';

const STATES = { uninitialized: 'Not initialized', initialized: 'Initialized' } as const;

/** Returns the facts about a mint: warnings, name, supply, decimals, authorities, extensions and URI. */
export function mintFacts(
  { mint, extensions, permanentDelegate }: Of<'mint'>,
  reading: AccountDescription,
  chain: number,
): Fact[] {
  const { supply, decimals, mintAuthority, freezeAuthority } = mint;
  return [
    ...(permanentDelegate === null ? [] : [permanentDelegateFact(permanentDelegate, chain)]),
    ...(reading.token === undefined ? [] : namesOf(reading.token, chain)),
    ['Supply', amount(supply, decimals, reading.token, 'supply')],
    ['Decimals', String(decimals)],
    ['Mint authority', linkOr(mintAuthority, chain, 'mint authority', 'None, no more can be minted')],
    ...editionFact(mintAuthority, reading.address),
    ['Freeze authority', linkOr(freezeAuthority, chain, 'freeze authority', 'None, it can’t be frozen')],
    ...extensionFacts(extensions, reading),
    ...(reading.token === undefined ? [] : uriFact(reading.token.uri)),
  ];
}

const permanentDelegateFact = (delegate: SolanaAddress, chain: number): Fact => [
  'Permanent delegate',
  <Risk key="" tone="bad">
    {MINT_FACTS.permanentDelegate.sentence}{' '}
    <AccountLink address={delegate} chain={chain} what="permanent delegate" />
  </Risk>,
];

/** Returns a fact that explains a mint authority that is the mint's edition account, as for nearly all NFTs. */
const editionFact = (mintAuthority: string | null, mint: SolanaAddress): Fact[] =>
  mintAuthority !== null && mintAuthority === editionAddressOf(mint)
    ? [['Further minting', EDITION_AUTHORITY.mintAuthority]]
    : [];

/** Returns the facts about a token account: owner, token, amount, state and authorities. */
export function tokenAccountFacts(
  { account, extensions }: Of<'token-account'>,
  reading: AccountDescription,
  chain: number,
): Fact[] {
  const { token } = reading;
  return [
    ['Owner', <AccountLink key="" address={account.owner} chain={chain} what="owner" />],
    ...(token === undefined ? [] : namesOf(token, chain)),
    ['Mint', <AccountLink key="" address={account.mint} chain={chain} what="mint" />],
    ['Amount', amount(account.amount, token?.decimals, token, 'amount')],
    [
      'State',
      account.state === 'frozen' ? (
        <Risk key="" tone="caution">
          Frozen
        </Risk>
      ) : (
        STATES[account.state]
      ),
    ],
    ...(account.delegate === null
      ? []
      : [
          ['Delegate', linkOr(account.delegate, chain, 'delegate', '')] as Fact,
          [
            'Delegated',
            <Risk key="" tone="bad">
              {amount(account.delegatedAmount, token?.decimals, token, 'delegated amount')} {DELEGATED}
            </Risk>,
          ] as Fact,
        ]),
    ...(account.closeAuthority === null
      ? []
      : [['Close authority', linkOr(account.closeAuthority, chain, 'close authority', '')] as Fact]),
    ...extensionFacts(extensions, reading),
  ];
}

/** Returns the name and symbol of a token, with warnings if they are misleading. */
const namesOf = ({ name, symbol, warnings, looksLike }: TokenFacts, chain: number): Fact[] => [
  ...bewareFact(warnings, looksLike && { ...looksLike, chain }),
  ...textFact('Name', name),
  ...textFact('Symbol', symbol),
];

function extensionFacts(extensions: readonly string[], { owner }: AccountDescription): Fact[] {
  if (owner !== TOKEN_2022_PROGRAM) return [];
  return [['Extensions', extensions.length === 0 ? 'None' : extensions.join(', ')]];
}

/** Renders an exact amount with a copy button, in raw units if the decimals are unknown. */
function amount(
  raw: bigint,
  decimals: number | undefined,
  token: TokenFacts | undefined,
  what: string,
): ReactNode {
  const exact = formatAmount(raw, decimals ?? 0);
  const unit =
    decimals === undefined ? 'raw units; its mint could not be read' : cleanText(token?.symbol ?? '');
  return (
    <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-1">
      <span className="break-all font-mono text-[0.8125rem]">{exact}</span>
      <span className="inline-flex min-w-0 items-center gap-1">
        {unit !== '' && <span className="text-muted">{unit.slice(0, 40)}</span>}
        <CopyMark text={exact.replaceAll(',', '')} what={what} />
      </span>
    </span>
  );
}
