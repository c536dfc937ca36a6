import 'server-only';
import type { BtcAccountRecord, SpendRecord } from '@/lib/btc-account/btc-account-store';
import { type DerivedAccount, deriveAccounts } from '@/lib/btc-account/derive-account';
import { noResponseMessage } from '@/lib/dashboard/bitcoin/chain-status/account-hazards';
import { isUpstreamUnavailable, UnsupportedChainError } from '@/lib/errors';
import { childScope } from '@/lib/promises/request-scope';
import type { Service } from '@/lib/server/service';
import { WORK_UNITS } from '@/lib/services/work-units';
import { failureMessage } from './failure-message';
import { lookUp, type PageResult } from './page-look-up';

/** An account of a key. If the chain could not be queried, `isDeployed` is null and `why` is a short explanation. */
export type AccountOnPage = { account: DerivedAccount; isDeployed: boolean | null; why: string | undefined };

export type BitcoinPageData =
  | {
      kind: 'key';
      publicKey: string;
      accounts: AccountOnPage[];
      chainIds: readonly number[];
      /** Wire name of the method that returns the same data. */
      method: string;
    }
  | {
      kind: 'records';
      query: string;
      records: BtcAccountRecord[];
      /** How the keys of the recorded Bitcoin addresses were found. */
      spends: SpendRecord[];
      /** Wire name of the method that returns the same data. */
      method: string;
      /** For a Bitcoin address without a record: the servers that can be queried for its key. */
      discovery: { hosts: readonly string[] } | undefined;
    };

/** What the search box recognized for the Bitcoin page. */
export type BitcoinInput = { kind: 'btc-key' | 'btc-address' | 'evm-address'; value: string };

/** How long a page waits for a chain. After that, the page shows the state as unknown, and its script loads it. */
const CHAIN_MS = 1000;

/**
 * Reads the data of a page about a Bitcoin key, a Bitcoin address or a smart account. Nothing is recorded. If the chain
 * does not answer, the addresses are returned without their state.
 */
export function bitcoinForPage(found: BitcoinInput, chainId: number): Promise<PageResult<BitcoinPageData>> {
  return lookUp(WORK_UNITS.keyPage, async (service, scope) => {
    const { evm } = service.ports;
    if (found.kind !== 'btc-key') return recordsOf(service, { ...found, kind: found.kind });
    if (!evm.chainIds.includes(chainId)) throw new UnsupportedChainError(chainId, evm.chainIds);
    const soon = childScope(scope, { timeoutMs: CHAIN_MS });
    const onPage = async (account: DerivedAccount): Promise<AccountOnPage> => {
      try {
        const isDeployed = await evm.isDeployed(chainId, account.smartAccountAddress, soon.scope);
        return { account, isDeployed, why: undefined };
      } catch (failure) {
        const isLate = soon.scope.signal.aborted && !scope.signal.aborted;
        return { account, isDeployed: null, why: whyUnknown(failure, isLate) };
      }
    };
    try {
      return {
        kind: 'key',
        publicKey: found.value,
        accounts: await Promise.all(deriveAccounts(found.value, chainId).map(onPage)),
        chainIds: evm.chainIds,
        method: `${service.env.rpcMethodPrefix}_aa_getBTCAccount`,
      };
    } finally {
      soon.clear();
    }
  });
}

/** Explains why the state on a chain is unknown. @param isLate whether it timed out */
function whyUnknown(failure: unknown, isLate: boolean): string {
  if (!isUpstreamUnavailable(failure)) return failureMessage(failure);
  const { reason } = failure;
  return noResponseMessage({ reason, ...(isLate ? { waitedMs: CHAIN_MS } : {}) });
}

async function recordsOf(
  { ports, env }: Service,
  { kind, value }: { kind: 'btc-address' | 'evm-address'; value: string },
): Promise<BitcoinPageData> {
  const isBtc = kind === 'btc-address';
  const records = await ports.btcAccounts.find(
    isBtc ? { btcAddress: value } : { smartAccountAddress: value },
  );
  // There are only a few: the address forms of the account's key.
  const addresses = [...new Set(records.map(({ btcAddress }) => btcAddress))];
  const spends = await Promise.all(addresses.map((address) => ports.btcAccounts.findSpends(address)));
  const hosts = isBtc && records.length === 0 ? ports.bitcoin.serversFor(value) : [];
  return {
    kind: 'records',
    query: value,
    records,
    spends: spends.flat(),
    method: `${env.rpcMethodPrefix}_aa_getBTCAccountsByAddress`,
    discovery: hosts.length === 0 ? undefined : { hosts },
  };
}
