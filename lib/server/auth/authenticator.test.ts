import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Project } from '@/lib/projects/project-store';
import { storeUnavailable } from '@/lib/store/database';
import { Authenticator } from './authenticator';
import { hashServerKey } from './basic-auth';

const PLAIN = { keyExpiresAt: null, previousKey: null, unitsPerSecond: null, methods: null };
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

let time = 1;
afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates an authenticator with project `a`, whose key is `k`, and a clock that tests can set. */
function harness({ graceMs = 0 } = {}) {
  time = 1;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  vi.spyOn(Date, 'now').mockImplementation(() => time);
  const asked: string[] = [];
  const project = { projectId: 'a', keyHash: hashServerKey('k'), revokedAt: null as string | null, ...PLAIN };
  const other = { ...PLAIN, projectId: 'b', keyHash: hashServerKey('kb'), revokedAt: null };
  const store = { isAway: false };
  const findProject = async (projectId: string) => {
    asked.push(projectId);
    if (store.isAway) throw storeUnavailable(new Error('away'));
    const found = [project, other].find((each) => each.projectId === projectId);
    return found ? ({ ...found } as Project) : null;
  };
  const authenticator = new Authenticator({ findProject }, graceMs);
  const access = async (header: string | undefined) =>
    authenticator.fromCache(header) ?? (await authenticator.authenticate('192.0.2.1', header));
  const idOf = async (header: string | undefined) => {
    const found = await access(header);
    return 'projectId' in found ? found.projectId : undefined;
  };
  return { project, store, asked, authenticator, access, idOf };
}

describe('Authenticator', () => {
  const header = basic('a:k');

  it('accepts a cached Authorization header without reading the store, and rejects headers with other credentials', async () => {
    const { authenticator, asked, idOf } = harness();
    expect(authenticator.fromCache(header)).toBeUndefined();
    expect(await idOf(header)).toBe('a');
    expect(authenticator.fromCache(header)?.projectId).toBe('a');
    for (const other of [undefined, '', 'Basic', basic('a:K'), basic('a:kb'), basic('c:k'), `${header} x`])
      expect(await idOf(other)).toBeUndefined();
    for (let i = 0; i < 100; i++) expect(await idOf(header)).toBe('a');
    expect(asked).toEqual(['a', 'a', 'a', 'c']);
  });

  it('reads the store exactly once for each failed login, whether or not the project exists', async () => {
    const { asked, idOf } = harness();
    await idOf(header);
    for (const id of ['a', 'unknown', 'a', 'unknown'])
      expect(await idOf(basic(`${id}:wrong`))).toBeUndefined();
    expect(asked).toEqual(['a', 'a', 'unknown', 'a', 'unknown']);
  });

  it('accepts verified credentials for the grace time while the store is unavailable, and no others', async () => {
    const { store, access, idOf } = harness({ graceMs: 60_000 });
    expect(await idOf(header)).toBe('a');
    store.isAway = true;
    time += 59_000;
    expect(await idOf(header)).toBe('a');
    expect(await access(basic('b:kb'))).toMatchObject({ refused: 'store-unavailable' });
    expect(await access(basic('a:wrong'))).toMatchObject({ refused: 'store-unavailable' });
    time += 1_001;
    expect(await access(header)).toMatchObject({ refused: 'store-unavailable' });
  });

  it('the grace time ends when the key expires, and when the store is available again', async () => {
    const { project, store, access, idOf } = harness({ graceMs: 60_000 });
    Object.assign(project, { keyExpiresAt: new Date(10_000).toISOString() });
    expect(await idOf(header)).toBe('a');
    store.isAway = true;
    time += 10_001;
    expect(await access(header)).toMatchObject({ refused: 'store-unavailable' });
    Object.assign(project, { keyExpiresAt: null });
    store.isAway = false;
    expect(await idOf(header)).toBe('a');
    Object.assign(project, { revokedAt: new Date(time).toISOString() });
    time += 5_000;
    expect(await idOf(header)).toBeUndefined();
  });

  it('without a grace time, rejects verified credentials while the store is unavailable', async () => {
    const { store, access, idOf } = harness();
    expect(await idOf(header)).toBe('a');
    store.isAway = true;
    time += 5_000;
    expect(await access(header)).toMatchObject({ refused: 'store-unavailable' });
  });

  it('rejects a revoked key within 5 s', async () => {
    const { project, idOf } = harness();
    expect(await idOf(header)).toBe('a');
    project.revokedAt = '2026-01-01T00:00:00.000Z';
    time = 4_000;
    expect(await idOf(header)).toBe('a');
    time = 4_999;
    expect(await idOf(header)).toBeUndefined();
  });

  it('rejects a key from the millisecond at which it expires', async () => {
    const { project, idOf } = harness();
    const at = (ms: number) => new Date(ms).toISOString();
    const old = basic('a:old');
    Object.assign(project, {
      keyExpiresAt: at(500),
      previousKey: { keyHash: hashServerKey('old'), validUntil: at(300) },
    });
    for (const [now, present, previous] of [
      [1, 'a', 'a'],
      [299, 'a', 'a'],
      [300, 'a', undefined],
      [499, 'a', undefined],
      [500, undefined, undefined],
    ] as const) {
      time = now;
      expect([now, await idOf(header), await idOf(old)]).toEqual([now, present, previous]);
    }
  });

  it('applies a project’s changed limit and method list within 5 s', async () => {
    const { project, access } = harness();
    expect(await access(header)).toEqual({ projectId: 'a', unitsPerSecond: undefined, methods: undefined });
    Object.assign(project, { unitsPerSecond: 0, methods: ['m'] });
    time = 4_999;
    expect(await access(header)).toEqual({ projectId: 'a', unitsPerSecond: 0, methods: new Set(['m']) });
  });
});
