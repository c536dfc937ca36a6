import { describe, expect, it } from 'vitest';
import type { Project, ProjectStore } from '@/lib/projects/project-store';
import { createAuthenticator, HeaderAuthenticator, hashServerKey, readBasicCredentials } from './basic-auth';

const PLAIN = { keyExpiresAt: null, previousKey: null, unitsPerSecond: null, methods: null };
const basic = (text: string | Uint8Array) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('readBasicCredentials (RFC 7617)', () => {
  it.each([
    [basic('id:key'), { projectId: 'id', serverKey: 'key' }],
    [basic('id:key').replace('Basic', 'basic'), { projectId: 'id', serverKey: 'key' }],
    [basic('id:key').replace(' ', '  '), { projectId: 'id', serverKey: 'key' }],
    [basic('id:key').replace(/=+$/, ''), { projectId: 'id', serverKey: 'key' }],
    [basic('id:a:b:c'), { projectId: 'id', serverKey: 'a:b:c' }],
    [basic('id:schlüssel'), { projectId: 'id', serverKey: 'schlüssel' }],
  ])('%s', (header, expected) => {
    expect(readBasicCredentials(header)).toEqual(expected);
  });

  it.each([
    [undefined],
    [''],
    ['Basic'],
    ['Basic '],
    ['Bearer abc'],
    ['Basic !!!'],
    ['Basic aWQ6a-_5'],
    ['Basic aWQ6 a2V5'],
    [basic('nocolon')],
    [basic(':key')],
    [basic('id:')],
    [basic('id:a\u0000b')],
    [basic('id:a\r\nb')],
    [basic(new Uint8Array([0x69, 0x3a, 0xff]))],
    [`Basic ${'A'.repeat(8192)}`],
  ])('%.30s is none', (header) => {
    expect(readBasicCredentials(header)).toBeUndefined();
  });
});

describe('createAuthenticator', () => {
  function store(projects: Partial<Project>[]) {
    let reads = 0;
    const findProject = async (projectId: string) => {
      reads++;
      const found = projects.find((project) => project.projectId === projectId);
      return found ? ({ ...PLAIN, ...found } as Project) : null;
    };
    return { projects: { findProject } as ProjectStore, reads: () => reads };
  }

  it('knows a right key from a wrong, another project’s and an unknown one', async () => {
    const { projects } = store([
      { projectId: 'a', keyHash: hashServerKey('ka'), revokedAt: null },
      { projectId: 'b', keyHash: hashServerKey('kb'), revokedAt: null },
    ]);
    const authenticate = createAuthenticator(projects);
    expect(await authenticate({ projectId: 'a', serverKey: 'ka' })).toMatchObject({
      access: { projectId: 'a' },
    });
    expect(await authenticate({ projectId: 'a', serverKey: 'kb' })).toBeUndefined();
    expect(await authenticate({ projectId: 'c', serverKey: 'ka' })).toBeUndefined();
    expect(await authenticate(undefined)).toBeUndefined();
  });

  it('forgets within 5 s, so that a revoked key is dead', async () => {
    const project = {
      projectId: 'a',
      keyHash: hashServerKey('k'),
      revokedAt: null as string | null,
      ...PLAIN,
    };
    const { projects, reads } = store([project]);
    let now = 0;
    const authenticate = createAuthenticator(projects, () => now);
    for (let i = 0; i < 100; i++) await authenticate({ projectId: 'a', serverKey: 'k' });
    expect(reads()).toBe(1);
    project.revokedAt = '2026-01-01T00:00:00.000Z';
    now = 4999;
    expect(await authenticate({ projectId: 'a', serverKey: 'k' })).toBeUndefined();
  });
});

describe('logins that fail', () => {
  it('ask the store once each, whomever they name and however often', async () => {
    const asked: string[] = [];
    const findProject = async (projectId: string) => {
      asked.push(projectId);
      const known = { ...PLAIN, projectId, keyHash: hashServerKey('k'), revokedAt: null };
      return projectId === 'calls' ? (known as Project) : null;
    };
    const authenticate = createAuthenticator({ findProject } as ProjectStore, () => 0);
    await authenticate({ projectId: 'calls', serverKey: 'k' });
    for (const projectId of ['calls', 'unknown', 'calls', 'unknown'])
      expect(await authenticate({ projectId, serverKey: 'wrong' })).toBeUndefined();
    expect(asked).toEqual(['calls', 'calls', 'unknown', 'calls', 'unknown']);
  });
});

describe('HeaderAuthenticator', () => {
  const header = basic('a:k');
  function harness() {
    const project = {
      projectId: 'a',
      keyHash: hashServerKey('k'),
      revokedAt: null as string | null,
      ...PLAIN,
    };
    const clock = { now: 0 };
    const findProject = async (projectId: string) => (projectId === 'a' ? ({ ...project } as Project) : null);
    const authenticate = createAuthenticator(
      { findProject } as ProjectStore,
      () => clock.now,
      () => clock.now,
    );
    const headers = new HeaderAuthenticator(authenticate, () => clock.now);
    const authenticateHeader = async (given: string | undefined) =>
      (headers.recall(given) ?? (await headers.check(given)))?.projectId;
    return { project, clock, headers, authenticateHeader };
  }

  it('knows an accepted header again at once, and refuses every other', async () => {
    const { headers, authenticateHeader } = harness();
    expect(headers.wasAccepted(header)).toBe(false);
    expect(headers.recall(header)).toBeUndefined();
    expect(await authenticateHeader(header)).toBe('a');
    expect(headers.recall(header)?.projectId).toBe('a');
    expect(headers.wasAccepted(header)).toBe(true);
    for (const other of [undefined, '', 'Basic', basic('a:K'), basic('b:k'), `${header} x`])
      expect(await authenticateHeader(other)).toBeUndefined();
    expect(await authenticateHeader(header)).toBe('a');
  });

  it('forgets within 5 s, so that a revoked key is dead', async () => {
    const { project, clock, authenticateHeader } = harness();
    expect(await authenticateHeader(header)).toBe('a');
    // The longest that a revoked key may live: the header is accepted again just before the project is forgotten.
    clock.now = 1999;
    project.revokedAt = '2026-01-01T00:00:00.000Z';
    expect(await authenticateHeader(header)).toBe('a');
    clock.now = 4999;
    expect(await authenticateHeader(header)).toBeUndefined();
  });

  it('lets no key live longer than its own end, to the millisecond', async () => {
    const { project, clock, authenticateHeader } = harness();
    const at = (ms: number) => new Date(ms).toISOString();
    const old = basic('a:old');
    Object.assign(project, {
      keyExpiresAt: at(500),
      previousKey: { keyHash: hashServerKey('old'), validUntil: at(300) },
    });
    for (const [now, present, previous] of [
      [0, 'a', 'a'],
      [299, 'a', 'a'],
      [300, 'a', undefined],
      [499, 'a', undefined],
      [500, undefined, undefined],
    ] as const) {
      clock.now = now;
      expect([now, await authenticateHeader(header), await authenticateHeader(old)]).toEqual([
        now,
        present,
        previous,
      ]);
    }
  });

  it('tells a new limit and list of methods within 5 s', async () => {
    const { project, clock, headers } = harness();
    const access = async () => headers.recall(header) ?? (await headers.check(header));
    expect(await access()).toEqual({ projectId: 'a', unitsPerSecond: undefined, methods: undefined });
    clock.now = 1999;
    await access();
    Object.assign(project, { unitsPerSecond: 0, methods: ['m'] });
    clock.now = 4999;
    expect(await access()).toEqual({ projectId: 'a', unitsPerSecond: 0, methods: new Set(['m']) });
  });
});
