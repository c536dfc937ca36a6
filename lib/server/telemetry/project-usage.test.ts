import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { UsageBatch } from '@/lib/projects/project-store';
import { openStore } from '@/lib/store/open';
import { gate } from '@/lib/testing/gate';
import { publicKeys } from '@/lib/testing/keys';
import { metricOf } from '@/lib/testing/servers/metrics';
import { runService } from '@/lib/testing/servers/running-service';
import { TEST_PROJECT } from '@/lib/testing/servers/service-parts';
import { createMetrics } from './metrics';
import { ProjectUsage } from './project-usage';

const DAY = 86_400_000;
const { projectId } = TEST_PROJECT;
const dataDir = mkdtempSync(join(tmpdir(), 'satchel-usage-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('usage of a running service', () => {
  it('usage and its work units appear in /metrics immediately, and in the store after a shutdown', async () => {
    const service = await runService({ RATE_LIMIT_PER_SECOND: '1', DATA_DIR: dataDir });
    const keys = publicKeys(3);
    const config = (btcPublicKey: string) => ({ name: 'BTC', version: '2.0.0', btcPublicKey });
    const lookUp = (params: unknown) => ({ id: 1, chainId: 31337, method: 'svc_aa_getBTCAccount', params });
    // Three configs, one of them repeated (and served from the cache), an invalid call and an unknown method.
    await service.call('/evm-chain', [lookUp(keys.map(config)), { id: 2, method: '"}\n' }]);
    await service.call('/evm-chain', lookUp([config(keys[0] ?? '')]));
    await service.call('/evm-chain', lookUp([config(keys[0] ?? '')]));
    await service.call('/evm-chain', lookUp([{}]));
    await service.call('/evm-chain', { id: 1, method: 'rpc.discover' });
    await service.call('/evm-chain', '{');
    // The call costs more than the burst of 10 units, so it is refused and costs 1 unit.
    const many = lookUp(Array.from({ length: 100 }, () => config(keys[0] ?? '')));
    expect((await service.call('/evm-chain', many)).json.error.code).toBe(-32005);
    const metrics = await (await fetch(`${service.base}/metrics`)).text();
    const day = Math.floor(Date.now() / DAY);
    const expected = [
      ['rpc.discover', 1, 2],
      ['svc_aa_getBTCAccount', 5, 7],
      ['unknown', 1, 1],
    ] as const;
    for (const [method, calls, units] of expected) {
      const labels = { project: projectId ?? '', method };
      expect(metricOf(metrics, 'satchel_project_calls_total', labels)).toBe(calls);
      expect(metricOf(metrics, 'satchel_project_units_total', labels)).toBe(units);
    }
    expect(metrics.match(/^satchel_project_(calls|units)_total\{/gm)).toHaveLength(2 * expected.length);
    await service.stop();
    const store = await openStore({ dataDir });
    const rows = await store.usage.read(projectId, day - 1);
    await store.close();
    expect(rows.map(({ method, calls, units }) => [method, calls, units])).toEqual(expected);
  });
});

describe('ProjectUsage', () => {
  function harness(add?: (batch: UsageBatch) => Promise<void>) {
    const batches: UsageBatch[] = [];
    const warnings: unknown[] = [];
    const clock = { now: 10.5 * DAY, monotonic: 0 };
    const store = { add: add ?? (async (batch: UsageBatch) => void batches.push(batch)) };
    const metrics = createMetrics();
    const usage = new ProjectUsage(
      store,
      { warn: (...words: unknown[]) => void warnings.push(words) } as never,
      metrics,
      () => clock.now,
      () => clock.monotonic,
    );
    return { usage, batches, warnings, clock, metrics };
  }

  it('writes one usage row for each project, method and day, and no row if nothing was counted', async () => {
    const { usage, batches, clock } = harness();
    await usage.write();
    for (let i = 0; i < 1000; i++) usage.count(i % 2 ? 'p' : 'q', 'm', 3);
    await usage.write();
    await usage.write();
    clock.now += DAY;
    usage.count('p', 'm', 1);
    await usage.close();
    expect(batches.map(({ number, rows }) => [number, rows])).toEqual([
      [1, ['q', 'p'].map((id) => ({ day: 10, projectId: id, method: 'm', calls: 500, units: 1500 }))],
      [2, [{ day: 11, projectId: 'p', method: 'm', calls: 1, units: 1 }]],
    ]);
    expect(new Set(batches.map(({ writer }) => writer)).size).toBe(1);
  });

  it('retries a failed batch of usage counts unchanged before newer counts, and warns once', async () => {
    const tried: UsageBatch[] = [];
    let away = true;
    const { usage, warnings } = harness(async (batch) => {
      tried.push(structuredClone(batch));
      if (away) throw new Error('away');
    });
    usage.count('p', 'm', 1);
    await usage.write();
    usage.count('p', 'm', 1);
    usage.count('p', 'm', 1);
    await usage.write();
    away = false;
    await usage.write();
    expect(tried.map(({ number, rows }) => [number, rows[0]?.calls])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [2, 2],
    ]);
    expect(warnings).toHaveLength(1);
    await usage.close();
  });

  it('a full disk, on which some writes still succeed, is logged once at its start and once at its end', async () => {
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    let isFull = true;
    let writes = 0;
    const { usage, warnings, clock } = harness(async () => {
      writes++;
      if (isFull && writes % 2 === 1) throw full;
    });
    for (clock.monotonic = 0; clock.monotonic < 3_600_000; clock.monotonic += 5_000) {
      usage.count('p', 'm', 1);
      await usage.write();
    }
    expect(warnings).toEqual([[{ err: full }, 'project usage could not be written; will retry later']]);
    isFull = false;
    for (const waitedMs of [5_000, 5_000, 5_000]) {
      clock.monotonic += waitedMs;
      usage.count('p', 'm', 1);
      await usage.write();
    }
    expect(warnings.slice(1)).toEqual([['project usage is written again']]);
  });

  it('writes usage counts automatically at most every 5 s, and only after calls', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { usage, batches } = harness();
      usage.count('p', 'm', 1);
      await vi.advanceTimersByTimeAsync(4_999);
      expect(batches).toHaveLength(0);
      await vi.advanceTimersByTimeAsync(1);
      expect(batches).toHaveLength(1);
      for (let second = 0; second < 60; second++) {
        usage.count('p', 'm', 1);
        await vi.advanceTimersByTimeAsync(1_000);
      }
      expect(batches).toHaveLength(13);
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(batches).toHaveLength(13);
      const calls = batches.flatMap(({ rows }) => rows.map((row) => row.calls));
      expect(calls.reduce((sum, each) => sum + each, 0)).toBe(61);
    } finally {
      vi.useRealTimers();
    }
  });

  it('a shutdown waits until the last usage counts are written', async () => {
    const written = gate();
    const events: string[] = [];
    const { usage } = harness(async () => {
      await written.opened;
      events.push('written');
    });
    usage.count('p', 'm', 1);
    const closed = usage.close().then(() => events.push('closed'));
    await new Promise(setImmediate);
    written.open();
    await closed;
    expect(events).toEqual(['written', 'closed']);
  });

  it('pending usage counts do not delay a shutdown if the store does not respond', async () => {
    const { usage } = harness(() => new Promise(() => {}));
    usage.count('p', 'm', 1);
    await usage.close();
  });

  it('lists a thousand projects in /metrics and adds up the calls of all others', async () => {
    const { usage, batches, metrics } = harness();
    for (let i = 0; i < 1500; i++) usage.count(`p"${i}`, 'm', 1);
    const lines = (await metrics.registry.metrics()).match(/^satchel_project_calls_total\{.*$/gm);
    expect(lines).toHaveLength(1001);
    expect(lines?.at(-1)).toBe(
      'satchel_project_calls_total{project="(others)",method="m",process="api"} 500',
    );
    expect(lines?.[0]).toBe('satchel_project_calls_total{project="p\\"0",method="m",process="api"} 1');
    await usage.close();
    expect(batches[0]?.rows).toHaveLength(1500);
  });
});
