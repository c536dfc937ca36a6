import type { ReactNode } from 'react';
import type { FactList } from '@/components/item/facts';
import { AUTHORITY_QUESTIONS, Authority, NO_AUTHORITY } from '@/components/item/held-facts';
import { CopiedText } from '@/components/ui/copy/copied-text';
import { formatAmount, plainNumber, unitOf } from '@/lib/dashboard/format';
import type { AccountDescription, TokenFacts } from '@/lib/solana/account-description/account-description';
import { DELEGATED } from '@/lib/solana/facts/messages';
import { TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import { AccountLink, linkFact } from './account-link';
import { bewareFact, type Of, Risk, textFact } from './fact';

const STATES = { uninitialized: 'Not initialized', initialized: 'Not frozen' } as const;

/** Returns the supply and decimals of a mint, with `market` between them. */
export const supplyFacts = (
  { mint }: Of<'mint'>,
  token: TokenFacts | undefined,
  market: FactList,
): FactList => [
  ['Supply', amount(mint.supply, mint.decimals, token, 'supply')],
  ...market,
  ['Decimals', String(mint.decimals)],
];

/** Returns one sentence about whether a token can be minted and frozen. */
export const authoritySentence = ({ mint }: Of<'mint'>): string =>
  `${mint.mintAuthority === null ? 'No more' : 'More'} can be minted and ${
    mint.freezeAuthority === null ? 'no account' : 'accounts'
  } can be frozen.`;

/**
 * Returns who can mint more of a token, freeze it, and move it in any account, and the mint's extensions.
 * @param isLocked whether it is an NFT that is locked now; the page then says above who can move it
 */
export function authorityFacts(
  { mint, extensions, permanentDelegate }: Of<'mint'>,
  reading: AccountDescription,
  chain: number,
  isLocked: boolean,
): FactList {
  const answer = (name: 'mintAuthority' | 'freezeAuthority') => (
    <Authority key="" name={name} mint={reading.address} authorities={mint} chain={chain} />
  );
  return [
    [AUTHORITY_QUESTIONS.mintAuthority, answer('mintAuthority')],
    [AUTHORITY_QUESTIONS.freezeAuthority, answer('freezeAuthority')],
    !isLocked && [
      AUTHORITY_QUESTIONS.permanentDelegate,
      permanentDelegate === null ? (
        NO_AUTHORITY.permanentDelegate
      ) : (
        <AccountLink key="" address={permanentDelegate} chain={chain} what="permanent delegate" />
      ),
    ],
    extensionFact(extensions, reading),
  ];
}

/** Returns the facts about a token account: owner, token, amount, state and authorities. */
export function tokenAccountFacts(
  { account, extensions }: Of<'token-account'>,
  reading: AccountDescription,
  chain: number,
): FactList {
  const { token } = reading;
  return [
    // The card starts with a known amount.
    token === undefined && ['Amount', amount(account.amount, undefined, token, 'amount')],
    ...(token === undefined ? [] : namesOf(token, chain)),
    linkFact('Mint', account.mint, chain),
    linkFact('Held by', account.owner, chain, 'owner'),
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
    account.delegate === null ? ['Delegate', 'None'] : linkFact('Delegate', account.delegate, chain),
    account.delegate !== null && [
      'Delegated',
      <Risk key="" tone="bad">
        {amount(account.delegatedAmount, token?.decimals, token, 'delegated amount')} {DELEGATED}
      </Risk>,
    ],
    account.closeAuthority !== null && linkFact('Close authority', account.closeAuthority, chain),
    extensionFact(extensions, reading),
  ];
}

/** Returns the name and symbol of a token, with warnings if they are misleading. */
const namesOf = ({ name, symbol, warnings, looksLike }: TokenFacts, chain: number): FactList => [
  bewareFact({ warnings, like: looksLike, chain }),
  textFact('Token', name && symbol && name !== symbol ? `${name} (${symbol})` : name || symbol),
];

const extensionFact = (extensions: readonly string[], { owner }: AccountDescription): FactList[number] =>
  owner === TOKEN_2022_PROGRAM && ['Extensions', extensions.join(', ') || 'None'];

/** Renders an exact amount with a copy button, in raw units if the decimals are unknown. */
function amount(
  raw: bigint,
  decimals: number | undefined,
  token: TokenFacts | undefined,
  what: string,
): ReactNode {
  const exact = formatAmount(raw, decimals ?? 0);
  const unit =
    decimals === undefined
      ? 'raw units; its mint could not be read'
      : token === undefined
        ? ''
        : unitOf(token.symbol, token.isScaled === true);
  return (
    <CopiedText text={plainNumber(exact)} what={what}>
      <span className="font-mono text-[0.8125rem]">{exact}</span>
      {unit !== '' && <span className="break-normal text-muted"> {unit.slice(0, 40)}</span>}
    </CopiedText>
  );
}
