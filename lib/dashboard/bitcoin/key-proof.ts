import type { BtcNetwork } from '@/lib/bitcoin/address';
import type { KeyAddresses } from '@/lib/bitcoin/addresses-of-key';
import { ACCOUNT_VERSION_NAMES, type AccountVersion } from '@/lib/btc-account/account-versions';
import type { DerivationStep } from '@/lib/btc-account/derivation-steps';
import type { ChainChoice } from '@/lib/dashboard/bitcoin-view';
import type { AccountCell } from '@/lib/services/bitcoin/get-accounts-on-all-chains';
import { type AccountCells, cellKey } from './chain-status/account-status';

/** Addresses that a key controls, by type. */
export type ProvenAddresses = Omit<KeyAddresses, 'p2trUntweaked'>;

/** Facts about a key that can be calculated offline. */
export type KeyFacts = {
  /** The compressed key in lower-case hex. */
  publicKey: string;
  /** EVM address of the key, in EIP-55 form. */
  owner: string;
  accounts: Record<AccountVersion, { address: string; steps: readonly DerivationStep[] }>;
  addresses: Record<BtcNetwork, ProvenAddresses>;
  /** The address that was compared with the key, and the result. */
  compared: { address: string; verdict: string } | undefined;
};

/**
 * A downloadable document with a page's facts about a key. Anyone can check the facts by calculating or querying them
 * again.
 */
export type KeyProof = KeyFacts & {
  /** Time at which the document was created, as ISO 8601 UTC. */
  madeAt: string;
  note: string;
  /** Responses of each chain with their times, in the order of the page. Empty for a chain that has not responded. */
  chains: { chainId: number; name: string; answers: Omit<AccountCell, 'chainId'>[] }[];
};

const NOTE =
  'Accounts and addresses are derived only from the public key, by the given steps. A chain’s answer can be up to 15 s older than its time.';

/**
 * Builds the proof document.
 * @param madeAt time of creation, as ISO 8601 UTC
 */
export function keyProof(
  facts: KeyFacts,
  chains: readonly ChainChoice[],
  cells: AccountCells,
  madeAt: string,
): KeyProof {
  return {
    madeAt,
    note: NOTE,
    ...facts,
    chains: chains.map(({ chainId, name }) => ({
      chainId,
      name,
      answers: ACCOUNT_VERSION_NAMES.flatMap((version) => {
        const cell = cells[cellKey(chainId, version)];
        if (cell === undefined) return [];
        const { chainId: _, ...answer } = cell;
        return [answer];
      }),
    })),
  };
}

/** Formats the proof as text, with one fact per line. */
export function keyProofText(proof: KeyProof): string {
  const { publicKey, owner, accounts, addresses, compared, chains, madeAt, note } = proof;
  const lines = [`Bitcoin public key ${publicKey}`, `Made at ${madeAt}`, note, '', `Owner ${owner}`];
  for (const version of ACCOUNT_VERSION_NAMES) lines.push(`Account ${version} ${accounts[version].address}`);
  if (compared !== undefined) lines.push(`Compared with ${compared.address}: ${compared.verdict}`);
  for (const [network, forms] of Object.entries(addresses)) {
    lines.push('', `Addresses on ${network}`);
    for (const [form, address] of Object.entries(forms)) lines.push(`  ${form} ${address}`);
  }
  for (const version of ACCOUNT_VERSION_NAMES) {
    lines.push('', `How the ${version} account follows from the key`);
    accounts[version].steps.forEach(({ title, formula, value }, i) => {
      lines.push(`  ${i + 1}. ${title} (${formula})`, `     ${value}`);
    });
  }
  lines.push('', 'What the chains said');
  for (const { chainId, name, answers } of chains) {
    lines.push(`  ${name} (${chainId})`);
    if (answers.length === 0) lines.push('    nothing yet');
    for (const answer of answers) lines.push(`    ${answer.version} at ${answer.at}: ${answerText(answer)}`);
  }
  return `${lines.join('\n')}\n`;
}

function answerText(answer: Omit<AccountCell, 'chainId'>): string {
  const cell = answer as AccountCell;
  if (cell.state === 'unknown') return `unknown, ${cell.reason}: ${cell.message}`;
  const facts = Object.entries(cell.facts).map(([name, value]) => `${name} ${value ?? 'not known'}`);
  return [cell.state, ...facts].join(', ');
}
