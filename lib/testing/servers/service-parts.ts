import type { EvmSource } from '@/lib/evm/evm-source';
import type { Project, ProjectStore } from '@/lib/projects/project-store';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { hashServerKey } from '@/lib/server/auth/basic-auth';
import { readEnv } from '@/lib/server/env';
import type { ServiceParts } from '@/lib/server/service';
import { createLog } from '@/lib/server/telemetry/log';
import { createMetrics } from '@/lib/server/telemetry/metrics';
import { HoldingsStreamCache } from '@/lib/services/holdings-streams/holdings-stream-cache';
import type { Ports } from '@/lib/services/ports';
import type { SolanaSource } from '@/lib/solana/solana-source';
import { EMPTY_SOURCE, scriptedHoldings } from '../solana/scripted-source';

export const TEST_PROJECT = { projectId: 'test-project-id', serverKey: 'test-server-key-of-loopback' };
export const TEST_AUTHORIZATION = `Basic ${Buffer.from(`${TEST_PROJECT.projectId}:${TEST_PROJECT.serverKey}`).toString('base64')}`;

const LAMPORTS_ALONE = {
  ...scriptedHoldings([]),
  lamports: 18446744073709551615n,
  lamportsString: '18446744073709551615',
};

const lamportsAlone: SolanaSource = {
  ...EMPTY_SOURCE,
  chainIds: [101, 104],
  getHoldings: async () => LAMPORTS_ALONE,
  listItems: async (_, owner) => ({ owner, holdings: LAMPORTS_ALONE, tokenUris: new Map() }),
};

const noState: EvmSource['readAccountState'] = () => {
  throw new Error('an extended lookup was not expected');
};

/** Creates the parts of a service for tests of its endpoints, with simple defaults. `logged` collects the log lines. */
export function testServiceParts(
  over: { env?: Record<string, string>; ports?: Partial<Ports>; parts?: Partial<ServiceParts> } = {},
): ServiceParts & { logged: string[] } {
  const logged: string[] = [];
  const solana = over.ports?.solana ?? lamportsAlone;
  const ports: Ports = {
    solana,
    holdingsStreams: new HoldingsStreamCache(solana),
    evm: {
      chainIds: [1, 31337, 686868],
      withoutEndpoint: [],
      isDeployed: async () => false,
      readAccountState: noState,
    },
    bitcoin: { serversFor: () => [], findKey: async () => undefined },
    btcAccounts: {
      record: async () => {},
      isKnown: () => true,
      find: async () => [],
      findSpends: async () => [],
    },
    settings: { defaultEvmChainId: 1, solanaCacheMs: 0, solanaForward: new Map() },
    ...over.ports,
  };
  return {
    env: readEnv({ LOG_LEVEL: 'trace', ...over.env }),
    log: createLog('trace', { write: (line) => logged.push(line) }),
    metrics: createMetrics(),
    memory: new ByteBudget(Number.POSITIVE_INFINITY),
    projects: memoryProjects(),
    usage: { add: async () => {}, read: async () => [] },
    ports,
    redis: undefined,
    storeState: async () => 'ok',
    measureStore: async () => {},
    tokenListState: () => ({ source: 'built-in', date: '2026-01-02' }),
    upstreams: () => ({ solana: { 101: 'unused', 104: 'embedded' } }),
    commitments: () => ({ 101: 'confirmed', 104: 'confirmed' }),
    close: async () => {},
    logged,
    ...over.parts,
  };
}

function memoryProjects(): ProjectStore {
  const projects = new Map<string, Project>();
  const retired = new Set<string>();
  const add = (projectId: string, keyHash: string, name: string) =>
    projects.set(projectId, {
      projectId,
      keyHash,
      name,
      createdAt: '2026-01-01T00:00:00.000Z',
      revokedAt: null,
      keyExpiresAt: null,
      previousKey: null,
      unitsPerSecond: null,
      methods: null,
    });
  add(TEST_PROJECT.projectId, hashServerKey(TEST_PROJECT.serverKey), 'test');
  return {
    findProject: async (projectId) => projects.get(projectId) ?? null,
    listProjects: async () => [...projects.values()],
    addProject: async ({ projectId, keyHash, name }) =>
      !projects.has(projectId) && Boolean(add(projectId, keyHash, name)),
    replaceKey: async (projectId, keyHash) => {
      const old = projects.get(projectId);
      if (old && old.keyHash !== keyHash) retired.add(`${projectId}/${old.keyHash}`);
      return old !== undefined && Boolean(add(projectId, keyHash, ''));
    },
    changeProject: async (projectId, changes) => {
      const project = projects.get(projectId);
      if (project) projects.set(projectId, { ...project, ...changes });
      return project !== undefined;
    },
    isRetiredKey: async (projectId, keyHash) => retired.has(`${projectId}/${keyHash}`),
    revokeProject: async (projectId) => {
      const project = projects.get(projectId);
      if (!project || project.revokedAt !== null) return false;
      projects.set(projectId, { ...project, revokedAt: new Date().toISOString() });
      return true;
    },
  };
}
