import { lookup } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { cacheEntries } from '@/lib/cache-sizes';
import type { TargetRules } from './fetch-target';

/** How long the addresses of a name are believed. What is connected to is the checked one in any case. */
const RESOLVED_MS = 5_000;

/** Looks each name up once in a while: ten thousand documents of one host are one question. */
export function recentlyResolved(resolve: TargetRules['resolve']): TargetRules['resolve'] {
  const recent = new LRUCache<string, Promise<string[]>>({
    max: cacheEntries('resolvedNames'),
    ttl: RESOLVED_MS,
  });
  return (hostname) => {
    const known = recent.get(hostname);
    if (known !== undefined) return known;
    const asked = resolve(hostname);
    recent.set(hostname, asked);
    asked.catch(() => recent.delete(hostname));
    return asked;
  };
}

/** All addresses of a name, by the system's resolver. */
export async function allAddresses(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}
