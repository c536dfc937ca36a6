import { LRUCache } from 'lru-cache';

/** How often caches let go of what has lapsed. */
const EVERY_MS = 5_000;

const caches = new Set<WeakRef<{ purgeStale: () => boolean }>>();
setInterval(letGoOfLapsed, EVERY_MS).unref();

/**
 * A cache that lets go of what has lapsed, though nobody asks for it any more: an `LRUCache` finds out when it is asked,
 * and holds it until then. One timer serves all caches; `ttlAutopurge` has one for each entry.
 */
export class LapsingCache<K extends {}, V extends {}> extends LRUCache<K, V> {
  constructor(options: LRUCache.Options<K, V, unknown>) {
    super(options);
    caches.add(new WeakRef(this));
  }
}

/** What the timer does. */
export function letGoOfLapsed(): void {
  for (const reference of caches) {
    const cache = reference.deref();
    if (cache === undefined) caches.delete(reference);
    else cache.purgeStale();
  }
}
