import { LRUCache } from 'lru-cache';

const caches = new Set<WeakRef<{ purgeStale: () => boolean }>>();
setInterval(purgeExpired, 5_000).unref();

/**
 * A cache that drops expired entries every 5 s, whereas an `LRUCache` keeps them until they are looked up. One timer
 * serves all caches; `ttlAutopurge` would use one per entry.
 */
export class TtlCache<K extends {}, V extends {}> extends LRUCache<K, V> {
  constructor(options: LRUCache.Options<K, V, unknown>) {
    // 0, because otherwise the library sets a timer whenever it reads the clock.
    super({ ttlResolution: 0, ...options });
    caches.add(new WeakRef(this));
  }
}

/** Drops the expired entries in all caches. */
export function purgeExpired(): void {
  for (const reference of caches) {
    const cache = reference.deref();
    if (cache === undefined) caches.delete(reference);
    else cache.purgeStale();
  }
}
