import type { Fact } from '@/components/item/facts';
import { AddressText } from '@/components/ui/address-text';
import { formatAmount, formatCount } from '@/lib/dashboard/format';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import { programName } from '@/lib/solana/account-description/known-programs';
import { AccountLink } from './account-link';
import { type Of, textFact } from './fact';
import { codeFacts, programFacts } from './program-facts';
import { stakeFacts, voteFacts } from './stake-facts';
import { coreFacts, metadataFacts, mintFacts, tokenAccountFacts } from './token-facts';

/** Returns the facts about an account that is not a wallet, by kind, and then its size and owner program. */
export function kindFacts(reading: AccountDescription, chain: number): Fact[] {
  const { account, owner } = reading;
  if (account.kind === 'nothing' || account.kind === 'wallet') return [];
  const facts = factsOf(reading, chain);
  if (owner === null) return facts;
  const name = account.kind === 'program' ? 'Loader' : 'Owner program';
  return [
    ...facts,
    ['Data', `${formatCount(reading.space)} bytes`],
    [
      name,
      <AccountLink key="" address={owner} chain={chain} what="owner program" name={programName(owner)} />,
    ],
  ];
}

function factsOf(reading: AccountDescription, chain: number): Fact[] {
  const { account } = reading;
  switch (account.kind) {
    case 'mint':
      return mintFacts(account, reading, chain);
    case 'token-account':
      return tokenAccountFacts(account, reading, chain);
    case 'stake':
      return stakeFacts(account, reading, chain);
    case 'multisig':
      return multisigFacts(account, chain);
    case 'program':
      return programFacts(account, reading, chain);
    case 'program-data':
      return codeFacts(account, chain);
    case 'nonce':
      return nonceFacts(account, chain);
    case 'vote':
      return voteFacts(account, chain);
    case 'metadata':
      return metadataFacts(account, chain);
    case 'mpl-core':
      return coreFacts(account, chain);
    case 'sysvar':
      return textFact('Name', programName(reading.address) ?? '');
    default:
      return [];
  }
}

function multisigFacts({ multisig: { required, signers } }: Of<'multisig'>, chain: number): Fact[] {
  return [
    ['Signatures needed', `${required} of ${signers.length}`],
    [
      'Signers',
      <ul key="" className="min-w-0 space-y-1">
        {signers.map((signer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a signer may be in the list twice.
          <li key={index}>
            <AccountLink address={signer} chain={chain} what="signer" />
          </li>
        ))}
      </ul>,
    ],
  ];
}

function nonceFacts({ nonce }: Of<'nonce'>, chain: number): Fact[] {
  if (nonce === null) return [['State', 'Not initialized']];
  return [
    ['Authority', <AccountLink key="" address={nonce.authority} chain={chain} what="nonce authority" />],
    ['Nonce', <AddressText key="" address={nonce.nonce} what="nonce" full />],
    ['Fee per signature', `${formatAmount(nonce.lamportsPerSignature, 0)} lamports`],
  ];
}
