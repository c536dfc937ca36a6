import { isIP } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { cacheEntries } from '@/lib/cache-sizes';
import { guardedPool } from '@/lib/sources/guarded-pool';
import { TtlCache } from '@/lib/ttl-cache';
import { type FetchTarget, hostnameOf } from './check-target';
import { GuardedFetchError } from './guarded-fetch-error';

/** Connection pools for untrusted hosts. Each connection is pinned to the address that was checked. */
export class PinnedConnections {
  private readonly pools = new TtlCache<string, Dispatcher>({
    max: cacheEntries('connections'),
    ttl: 60_000,
    updateAgeOnGet: true,
    dispose: (pool) => void pool.close().catch(() => undefined),
  });

  /**
   * Creates the pools on demand.
   * @param connectorOf creates the connector of a pool. Each pool has its own, so that addresses do not share TLS
   * sessions.
   * @param perHost maximum number of connections to one host at one address
   */
  constructor(
    private readonly connectorOf: () => buildConnector.connector,
    private readonly perHost: number,
  ) {}

  /** Returns the pool for a target. Requests fail if the peer's address is not the checked one. */
  poolOf({ url, address }: FetchTarget): Dispatcher {
    const key = `${url.origin} ${address}`;
    const known = this.pools.get(key);
    if (known !== undefined) return known;
    const pool = guardedPool(url.origin, {
      connections: this.perHost,
      pipelining: 1,
      maxHeaderSize: 16_384,
      keepAliveTimeout: 4_000,
      connect: pinned(this.connectorOf(), hostnameOf(url), address),
    });
    this.pools.set(key, pool);
    return pool;
  }

  /** Closes every connection, including those in use. */
  async close(): Promise<void> {
    const open = [...this.pools.values()];
    await Promise.all(open.map((pool) => pool.destroy()));
    this.pools.clear();
  }
}

/** Wraps `connect` so that it always connects to `address` and checks the peer's address. */
function pinned(
  connect: buildConnector.connector,
  hostname: string,
  address: string,
): buildConnector.connector {
  // The host name is used only for TLS; the connection goes to `address`.
  const servername = isIP(hostname) === 0 ? hostname : undefined;
  return (given, callback) => {
    connect(
      { ...given, hostname: address, ...(servername === undefined ? {} : { servername }) },
      (error, socket) => {
        if (error !== null || socket === null) return callback(error ?? new Error('no socket'), null);
        if (!sameAddress(socket.remoteAddress, address)) {
          socket.destroy();
          return callback(new GuardedFetchError('address-not-allowed'), null);
        }
        return callback(null, socket);
      },
    );
  };
}

/** Compares addresses. Node reports an IPv4 peer of a dual-stack socket as `::ffff:1.2.3.4`. */
function sameAddress(remote: string | undefined, address: string): boolean {
  return (
    remote !== undefined && remote.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '') === address.toLowerCase()
  );
}
