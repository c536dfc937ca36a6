import type { BtcNetwork } from '@/lib/bitcoin/address';
import type { BitcoinSource, FoundKey } from '@/lib/bitcoin/spends/bitcoin-source';
import { type KeyHashAddress, keyHashAddress } from '@/lib/bitcoin/spends/spent-key';
import { cacheEntries } from '@/lib/cache-sizes';
import { UpstreamUnavailableError } from '@/lib/errors';
import { Coalescer } from '@/lib/promises/coalesce';
import type { RequestScope } from '@/lib/promises/request-scope';
import { deadlineExceeded } from '@/lib/sources/transport/upstream-errors';
import { TtlCache } from '@/lib/ttl-cache';
import { readHistory } from './address-history';
import type { EsploraServer } from './esplora-server';

/** Networks as servers know them, each with the variable that names its servers. */
const ESPLORA_VARIABLES = {
  mainnet: 'BITCOIN_ESPLORA_URL',
  testnet: 'BITCOIN_ESPLORA_URL_TESTNET',
  signet: 'BITCOIN_ESPLORA_URL_SIGNET',
  regtest: 'BITCOIN_ESPLORA_URL_REGTEST',
} as const;
export type EsploraNetwork = keyof typeof ESPLORA_VARIABLES;

/** Networks on which an address may have been used: signet and testnet have the same addresses. */
const NETWORKS_OF: Record<BtcNetwork, readonly EsploraNetwork[]> = {
  mainnet: ['mainnet'],
  testnet: ['testnet', 'signet'],
  regtest: ['regtest'],
};

/** How long "nothing found" is given again: public servers refuse who asks often, and an address may spend any time. */
const NOTHING_FOUND_MS = 60_000;

/**
 * Keys behind addresses, from servers of the Esplora API. A server that gives no usable answer, or shows a spend
 * without a key that proves the address, gives way to the next one of its network.
 * @param servers of each network, in the order in which they are asked
 * @param now a clock in ms, for tests
 */
export function esploraBitcoinSource(
  servers: Record<EsploraNetwork, readonly EsploraServer[]>,
  now: () => number = () => performance.now(),
): BitcoinSource {
  const calls = new Coalescer<FoundKey | undefined>();
  const nothingUntil = new TtlCache<string, number>({
    max: cacheEntries('nothingFound'),
    ttl: NOTHING_FOUND_MS,
  });

  async function find(address: KeyHashAddress, scope: RequestScope): Promise<FoundKey | undefined> {
    const { network } = address.info;
    const asked = NETWORKS_OF[network].filter((each) => servers[each].length > 0);
    if (asked.length === 0) throw noEndpoint(network);
    let failure: unknown;
    for (const each of asked)
      try {
        const found = await askInTurn(servers[each], address, scope);
        if (found !== undefined) return found;
      } catch (thrown) {
        if (scope.signal.aborted) throw thrown;
        failure ??= thrown;
      }
    // "Nothing found" is said only where every network answered.
    if (failure !== undefined) throw failure;
    return undefined;
  }

  return {
    serversFor(address) {
      const keyHash = keyHashAddress(address);
      if (keyHash === undefined) return [];
      const asked = NETWORKS_OF[keyHash.info.network].flatMap((each) => servers[each]);
      return [...new Set(asked.map(({ host }) => host))];
    },
    async findKey(address, scope) {
      const keyHash = keyHashAddress(address);
      if (keyHash === undefined) return undefined;
      const { address: name } = keyHash.info;
      if ((nothingUntil.get(name) ?? 0) > now()) return undefined;
      try {
        const found = await calls.run(name, (anyone) => find(keyHash, anyone), scope);
        if (found === undefined) nothingUntil.set(name, now() + NOTHING_FOUND_MS);
        return found;
      } catch (thrown) {
        throw scope.signal.aborted ? deadlineExceeded(scope.signal) : thrown;
      }
    },
  };
}

/** One network's servers. @throws UpstreamUnavailableError when none answered */
async function askInTurn(
  servers: readonly EsploraServer[],
  address: KeyHashAddress,
  scope: RequestScope,
): Promise<FoundKey | undefined> {
  let answered = false;
  let cause: unknown;
  for (const server of servers)
    try {
      const { found, spends } = await readHistory(server, address, scope);
      if (found !== undefined) return { publicKey: found.publicKey, txid: found.txid, server: server.host };
      answered = true;
      // A spend that shows no key of the address is of a script with several keys, or a lie.
      if (!spends) return undefined;
    } catch (thrown) {
      if (scope.signal.aborted) throw thrown;
      cause = thrown;
    }
  if (answered) return undefined;
  throw new UpstreamUnavailableError(
    'upstream-unavailable',
    'No Bitcoin server gave a usable answer about this address',
    {},
    cause,
  );
}

function noEndpoint(network: BtcNetwork): UpstreamUnavailableError {
  const variable = ESPLORA_VARIABLES[NETWORKS_OF[network][0] as EsploraNetwork];
  return new UpstreamUnavailableError(
    'no-endpoint',
    `No Bitcoin server is set to ask about addresses of this network: set ${variable}`,
    { variable },
  );
}
