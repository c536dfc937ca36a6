import type { BtcNetwork } from '@/lib/bitcoin/address';
import type { BitcoinSource, FoundKey } from '@/lib/bitcoin/spends/bitcoin-source';
import { type KeyHashAddress, keyHashAddress, keyInInputs } from '@/lib/bitcoin/spends/spent-key';
import { cacheEntries } from '@/lib/cache-sizes';
import { UpstreamUnavailableError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import { cachedCalls } from '@/lib/sources/cached-calls';
import { EndpointFault, isRateLimit, rateLimited } from '@/lib/sources/transport/upstream-errors';
import { TtlCache } from '@/lib/ttl-cache';
import type { EsploraServer } from './esplora-server';

/** Bitcoin networks with their own Esplora servers, each with the environment variable that sets the servers. */
export const ESPLORA_VARIABLES = {
  mainnet: 'BITCOIN_ESPLORA_URL',
  testnet: 'BITCOIN_ESPLORA_URL_TESTNET',
  signet: 'BITCOIN_ESPLORA_URL_SIGNET',
  regtest: 'BITCOIN_ESPLORA_URL_REGTEST',
} as const;
export type EsploraNetwork = keyof typeof ESPLORA_VARIABLES;

/** Networks to search, by the network of an address. Testnet and signet use the same address format. */
const NETWORKS_OF: Record<BtcNetwork, readonly EsploraNetwork[]> = {
  mainnet: ['mainnet'],
  testnet: ['testnet', 'signet'],
  regtest: ['regtest'],
};

/** Time to cache "no key found", in ms. Short, because a spend can reveal the key at any time. */
const NOTHING_FOUND_MS = 60_000;

/**
 * Creates a source that looks up the public keys of addresses on Esplora servers. If a server sends no usable response,
 * or a spend that does not reveal the address's key, the source queries the network's next server.
 * @param servers servers of each network, in the order in which they are queried
 */
export function esploraBitcoinSource(
  servers: Record<EsploraNetwork, readonly EsploraServer[]>,
): BitcoinSource {
  const ask = cachedCalls(
    new TtlCache<string, { found: FoundKey | undefined }>({
      max: cacheEntries('nothingFound'),
      ttl: NOTHING_FOUND_MS,
    }),
    // Do not cache found keys: the store keeps them.
    ({ found }) => (found === undefined ? NOTHING_FOUND_MS : 0),
  );

  async function find(address: KeyHashAddress, scope: RequestScope): Promise<FoundKey | undefined> {
    const { network } = address.info;
    const networks = NETWORKS_OF[network].filter((each) => servers[each].length > 0);
    if (networks.length === 0) throw noEndpoint(network);
    let failure: unknown;
    for (const each of networks)
      try {
        const found = await queryInOrder(servers[each], address, scope);
        if (found !== undefined) return found;
      } catch (thrown) {
        if (scope.signal.aborted) throw thrown;
        failure ??= thrown;
      }
    // "No key found" requires a response from every network.
    if (failure !== undefined) throw failure;
    return undefined;
  }

  return {
    serversFor(address) {
      const keyHash = keyHashAddress(address);
      if (keyHash === undefined) return [];
      const networks = NETWORKS_OF[keyHash.info.network].flatMap((each) => servers[each]);
      return [...new Set(networks.map(({ host }) => host))];
    },
    async findKey(address, scope) {
      const keyHash = keyHashAddress(address);
      if (keyHash === undefined) return undefined;
      const { address: name } = keyHash.info;
      const { found } = await ask(name, async (anyone) => ({ found: await find(keyHash, anyone) }), scope);
      return found;
    },
  };
}

/**
 * Queries the servers of one network in order, until one returns the key or reports no spend from the address.
 * @throws UpstreamUnavailableError if no server responded
 */
async function queryInOrder(
  servers: readonly EsploraServer[],
  address: KeyHashAddress,
  scope: RequestScope,
): Promise<FoundKey | undefined> {
  let answered = false;
  let cause: unknown;
  for (const server of servers)
    try {
      const found = await readHistory(server, address, scope);
      if (typeof found === 'object') return { ...found, server: server.host };
      answered = true;
      // If no spend reveals the address's key, its script has several keys or the server lies. Query the next server.
      if (found === 'unspent') return undefined;
    } catch (thrown) {
      if (scope.signal.aborted) throw thrown;
      cause = thrown;
    }
  if (answered) return undefined;
  if (cause instanceof EndpointFault && isRateLimit(cause))
    throw rateLimited('address-txs', cause.retryAfterMs, cause);
  throw new UpstreamUnavailableError(
    'upstream-unavailable',
    'No Bitcoin server sent a usable response for this address',
    {},
    cause,
  );
}

function noEndpoint(network: BtcNetwork): UpstreamUnavailableError {
  const variable = ESPLORA_VARIABLES[NETWORKS_OF[network][0] as EsploraNetwork];
  return new UpstreamUnavailableError(
    'no-endpoint',
    `No Bitcoin server is configured for addresses of this network: set ${variable}`,
    { variable },
  );
}

/** Maximum number of pages to read. A page has 25 confirmed transactions; the first page also has unconfirmed ones. */
const MAX_PAGES = 4;

/**
 * Reads up to `MAX_PAGES` pages of an address's latest transactions, until one of them reveals the public key.
 * @returns the key and the transaction that reveals it; `unrevealed` if only transactions that do not reveal the key
 * spend from the address, `unspent` if none does
 * @throws Error if the server sends no usable response
 */
async function readHistory(
  server: EsploraServer,
  address: KeyHashAddress,
  scope: RequestScope,
): Promise<Omit<FoundKey, 'server'> | 'unrevealed' | 'unspent'> {
  let after: string | undefined;
  let spends = false;
  for (let page = 0; page < MAX_PAGES; page++) {
    const transactions = await server.readPage(address.info.address, after, scope);
    for (const { txid, vin } of transactions) {
      const spend = keyInInputs(address, vin);
      if (spend.publicKey !== undefined) return { publicKey: spend.publicKey, txid };
      spends ||= spend.spends;
    }
    after = transactions.findLast(({ status }) => status.confirmed)?.txid;
    if (after === undefined) break;
  }
  return spends ? 'unrevealed' : 'unspent';
}
