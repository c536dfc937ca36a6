import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '@/lib/store/open';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_PROJECT } from '@/lib/testing/servers/service-parts';
import { hashServerKey } from '../auth/basic-auth';

// Tests callers that share an address with an attacker who guesses keys, for example behind an untrusted proxy.

const PROJECTS = Array.from({ length: 20 }, (_, i) => `project-${i}`);
const KEY = 'server-key-of-a-project-behind-one-address';
const CALL = JSON.stringify({ id: 1, method: 'none' });

let dataDir: string;
let service: RunningService;
let guessing: Promise<unknown>;
let isGuessing: boolean;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'satchel-shared-'));
  const store = await openStore({ dataDir });
  for (const projectId of PROJECTS)
    await store.projects.addProject({ projectId, keyHash: hashServerKey(KEY), name: '' });
  await store.close();
  // Start a new service for each test, so that no credentials are cached.
  service = await runService({ DATA_DIR: dataDir, SDK_COMPAT: 'true' });
  isGuessing = true;
});
afterEach(async () => {
  isGuessing = false;
  await guessing;
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const basic = (projectId: string, key: string) =>
  `Basic ${Buffer.from(`${projectId}:${key}`).toString('base64')}`;
const withHeader = async (projectId: string, key = KEY) =>
  (await service.call('/evm-chain', CALL, { Authorization: basic(projectId, key) })).status;
async function withQuery(projectId: string, key = KEY): Promise<number> {
  const query = new URLSearchParams({ projectUuid: projectId, projectKey: key });
  const response = await fetch(`${service.base}/evm-chain?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: CALL,
  });
  await response.text();
  return response.status;
}

/** Guesses keys on twelve connections until the test ends. Resolves once the address is throttled. */
async function startGuessing(projectIdOf: (i: number) => string): Promise<void> {
  let guesses = 0;
  const guess = () => withHeader(projectIdOf(guesses), `guess-${guesses++}`);
  // The first failures are not throttled.
  for (let i = 0; i < 10; i++) expect(await guess()).toBe(401);
  let onRefused: () => void;
  const refused = new Promise<void>((resolve) => {
    onRefused = resolve;
  });
  const keepGuessing = async () => {
    while (isGuessing) if ((await guess()) === 429) onRefused();
  };
  guessing = Promise.all(Array.from({ length: 12 }, keepGuessing));
  await refused;
}

it.each([
  ['an Authorization header', withHeader],
  ['query credentials', withQuery],
])(
  'callers with %s can authenticate for the first time while keys of another project are guessed',
  async (_, call) => {
    await startGuessing(() => TEST_PROJECT.projectId);
    for (const projectId of PROJECTS) expect(await call(projectId)).toBe(200);
  },
);

it('a caller whose query credentials were accepted is still served while other callers guess the key of its project', async () => {
  expect(await withQuery('project-0')).toBe(200);
  await startGuessing(() => 'project-0');
  for (let i = 0; i < 20; i++) expect(await withQuery('project-0')).toBe(200);
});

it('an address that guesses with a new project id each time gets at most two responses per second', async () => {
  let guesses = 0;
  const guess = () => withHeader(`unknown-${guesses}`, `guess-${guesses++}`);
  for (let i = 0; i < 10; i++) expect(await guess()).toBe(401);
  const startedAt = performance.now();
  let checked = 0;
  const keepGuessing = async () => {
    while (performance.now() - startedAt < 4_500) if ((await guess()) === 401) checked++;
  };
  await Promise.all(Array.from({ length: 24 }, keepGuessing));
  // From the eleventh failure on, each response is delayed by 2 s, and four are in flight. A timer may be 1 ms early.
  expect(checked).toBeGreaterThan(0);
  expect(checked).toBeLessThanOrEqual(4 * Math.floor((performance.now() - startedAt) / 1_995));
});
