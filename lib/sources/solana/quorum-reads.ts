import { hash } from 'node:crypto';
import { UpstreamUnavailableError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { OwnedAccounts, OwnedAccountsOptions, ReadOwned } from './owned-accounts';

/** Retries of the node that lags before the two disagree. */
const TRIES = 3;

/** Step one as one node answers it. */
type NodeAnswer = {
  owned: OwnedAccounts;
  /** SHA-256 of each account's bytes. */
  bytes: Map<SolanaAddress, string>;
  read: ReadOwned;
};

/**
 * Step one read from two nodes and compared by the accounts' bytes (`SOLANA_AGREEMENT_<chainId>=2`). The one that lags
 * is read again from the other's slot. A node that fails is replaced by the next of the list.
 * @param nodes at least two, each with a single endpoint
 * @throws UpstreamUnavailableError `upstreams-disagree` when they still differ
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
      // If both are equally recent, the other one is read next.
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
  if (read === undefined) throw new Error('Two nodes are needed to agree');
  const bytes = new Map<SolanaAddress, string>();
  const onBytes = (account: SolanaAddress, data: Buffer) => bytes.set(account, hash('sha256', data));
  // Parsed accounts have no bytes to compare.
  const owned = await read(owner, scope, { ...options, withDecimals: false, onBytes });
  return { owned, bytes, read };
}

/** Whether `one` was read at older slots; an answer torn over several counts by the oldest. */
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
    'Two upstreams say different things about what this account holds',
  );
