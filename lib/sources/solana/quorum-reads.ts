import { hash } from 'node:crypto';
import { UpstreamUnavailableError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { OwnedAccounts, OwnedAccountsOptions, ReadOwned } from './owned-accounts';

/** Number of times the lagging node is retried before the read fails. */
const TRIES = 3;

/** One node's result: the owner's balance and token accounts, with a hash of each account. */
type NodeAnswer = {
  owned: OwnedAccounts;
  /** SHA-256 of each account's bytes, by account. */
  bytes: Map<SolanaAddress, string>;
  read: ReadOwned;
};

/**
 * Performs step one on two nodes and compares the accounts' bytes (`SOLANA_AGREEMENT_<chainId>=2`). Repeats the read on
 * the lagging node at the other node's slot. Replaces a node that fails with the next one in the list.
 * @param nodes at least two, each with a single endpoint
 * @throws UpstreamUnavailableError `upstreams-disagree` if the nodes still differ
 */
export function quorumReads(nodes: readonly ReadOwned[]): ReadOwned {
  return async (owner, scope, options = {}) => {
    const spare = nodes.slice(2);
    const ask = async (read: ReadOwned | undefined): Promise<NodeAnswer> => {
      try {
        return await answerOf(read, owner, scope, options);
      } catch (thrown) {
        const next = spare.shift();
        if (next === undefined || scope.signal.aborted) throw thrown;
        return ask(next);
      }
    };
    let [one, other] = await Promise.all([ask(nodes[0]), ask(nodes[1])]);
    for (let tries = 0; !isSame(one, other); tries++) {
      if (tries === TRIES) throw disagree();
      if (lags(other, one)) [one, other] = [other, one];
      const minContextSlot = other.owned.newestSlot;
      // Swap the nodes: if both are equally recent, this alternates between them.
      [one, other] = [other, await answerOf(one.read, owner, scope, { ...options, minContextSlot })];
    }
    return one.owned;
  };
}

async function answerOf(
  read: ReadOwned | undefined,
  owner: SolanaAddress,
  scope: RequestScope,
  options: OwnedAccountsOptions,
): Promise<NodeAnswer> {
  if (read === undefined) throw new Error('Quorum reads need two nodes');
  const bytes = new Map<SolanaAddress, string>();
  const onBytes = (account: SolanaAddress, data: Buffer) => bytes.set(account, hash('sha256', data));
  // `withDecimals` requests parsed accounts, which have no bytes to compare.
  const owned = await read(owner, scope, { ...options, withDecimals: false, onBytes });
  return { owned, bytes, read };
}

/** Checks whether `one` is older than `other`, by newest slot, then by oldest slot. */
function lags({ owned: one }: NodeAnswer, { owned: other }: NodeAnswer): boolean {
  if (one.newestSlot !== other.newestSlot) return one.newestSlot < other.newestSlot;
  return one.oldestSlot < other.oldestSlot;
}

function isSame(one: NodeAnswer, other: NodeAnswer): boolean {
  if (one.owned.lamports !== other.owned.lamports || one.bytes.size !== other.bytes.size) return false;
  for (const [account, digest] of one.bytes) if (other.bytes.get(account) !== digest) return false;
  return true;
}

const disagree = () =>
  new UpstreamUnavailableError(
    'upstreams-disagree',
    'Two upstreams returned different holdings of this account',
  );
