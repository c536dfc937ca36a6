import type { Costs } from './measured-costs';

/** The load to plan for. Rates are a second; shares are from 0 to 1. */
export type Load = {
  lookups: number;
  listings: number;
  /** Share of look-ups that are of recent keys, and of listings that the cache answers. */
  hitRate: number;
  /** Share of look-ups that arrive in batches. */
  batched: number;
  /** Different keys, all told. */
  keys: number;
  /** Cores of one instance. A Node process uses one for JavaScript: run one instance a core. */
  cores: number;
  /** Calls a second that all Solana endpoints together allow, and all EVM endpoints. */
  solanaCalls: number;
  evmCalls: number;
};

export type Plan = {
  cpuMsPerSecond: number;
  instances: number;
  instanceMegabytes: number;
  solanaCallsNeeded: number;
  evmCallsNeeded: number;
  recordsPerSecond: number;
  postgresGigabytes: number;
  postgresServers: number;
  redisMegabytes: number;
  /** What stands in the way, in words; empty when nothing does. */
  obstacles: string[];
};

/** A core is planned to be busy this much: above it, waiting grows faster than work. */
const BUSY = 0.6;
/** "Deployed" answers are shared for a day; this share of the looked-up accounts is deployed. */
const DEPLOYED_SHARE = 0.3;

/** What a load needs, from measured costs. */
export function planLoad(load: Load, costs: Costs): Plan {
  const fresh = 1 - load.hitRate;
  const recent = load.lookups * load.hitRate;
  const newLookups = load.lookups * fresh;
  const cpuMsPerSecond =
    recent * ((1 - load.batched) * costs.recentLookupMs + load.batched * costs.batchedLookupMs) +
    newLookups * costs.newLookupMs +
    load.listings * (load.hitRate * costs.cachedListingMs + fresh * costs.listingMs);
  const perInstanceMs = Math.max(1, load.cores) * 1000 * BUSY;
  const solanaCallsNeeded = load.listings * fresh * costs.callsPerListing;
  const recordsPerSecond = newLookups;
  const evmCallsNeeded = newLookups;
  const postgresServers = Math.max(1, Math.ceil(recordsPerSecond / (costs.postgresRecordsPerSecond * BUSY)));

  const obstacles: string[] = [];
  if (solanaCallsNeeded > load.solanaCalls) {
    obstacles.push(
      `Solana endpoints allow ${load.solanaCalls} calls/s, ${Math.ceil(solanaCallsNeeded)} are needed: more endpoints, or a longer SOLANA_CACHE_MS`,
    );
  }
  if (evmCallsNeeded > load.evmCalls) {
    obstacles.push(
      `EVM endpoints allow ${load.evmCalls} calls/s, ${Math.ceil(evmCallsNeeded)} are needed for isDeployed of keys not seen lately: more endpoints`,
    );
  }
  if (postgresServers > 1) {
    obstacles.push(
      `One Postgres records ${costs.postgresRecordsPerSecond} first look-ups/s, ${Math.ceil(recordsPerSecond)} are needed: a distributed Postgres of ${postgresServers} nodes, or import the keys beforehand`,
    );
  }
  return {
    cpuMsPerSecond,
    instances: Math.max(2, Math.ceil(cpuMsPerSecond / perInstanceMs) + 1),
    instanceMegabytes: costs.instanceMegabytes + 120,
    solanaCallsNeeded,
    evmCallsNeeded,
    recordsPerSecond,
    postgresGigabytes: (load.keys * costs.postgresBytesPerKey) / 1e9,
    postgresServers,
    redisMegabytes:
      16 + (Math.min(load.keys, newLookups * 86_400) * DEPLOYED_SHARE * costs.redisBytesPerEntry) / 1e6,
    obstacles,
  };
}
