import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { freePort } from '@/lib/testing/servers/free-port';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import manifest from '../../../package.json';

// Tests the metrics, and the files in deploy/observability that depend on the names of the metrics. `npm test` installs
// promtool from the Debian package prometheus.

const FOLDER = 'deploy/observability';
const hasPromtool = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0;

type Rule = { alert: string; expr: string; annotations: Record<string, string> };
const rules: Rule[] = parse(readFileSync(`${FOLDER}/alerts.yaml`, 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
type Panel = { title: string; targets: { expr: string }[] };
const dashboard: { panels: Panel[] } = JSON.parse(readFileSync(`${FOLDER}/dashboard.json`, 'utf8'));
const alertNames = rules.map(({ alert }) => alert).sort();

let service: RunningService;
let metrics: string;
beforeAll(async () => {
  const webProcess = { state: 'ok' as const, metrics: async () => undefined, restarts: 3 };
  // Nothing listens on this port, so that Redis is unavailable.
  const env = { REDIS_URL: `redis://127.0.0.1:${await freePort()}` };
  service = await runService(env, { role: 'api', webProcess });
  await service.call('/solana', {
    id: 1,
    chainId: 104,
    method: 'enhancedGetTokensAndNFTs',
    params: [SAMPLE_WALLET],
  });
  await service.call('/solana', { id: 1, chainId: 999, method: 'enhancedGetTokensAndNFTs', params: [] });
  metrics = await (await fetch(`${service.base}/metrics`)).text();
});
afterAll(() => service?.stop());

/** Returns the names of all samples that the metrics can contain. */
function sampleNames(): Set<string> {
  const types = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

/** Returns the names of the metrics in a PromQL expression. */
const metricsIn = (expr: string): string[] =>
  [...expr.replace(/"[^"]*"/g, '').matchAll(/\b(?:satchel|process|nodejs)_\w+/g)].map(([name]) => name);

describe('the metrics', () => {
  it('the metric satchel_build_info has the versions of Satchel and Node as labels', () => {
    expect(metrics).toContain(
      `satchel_build_info{version="${manifest.version}",node="${process.versions.node}",process="api"} 1\n`,
    );
  });

  it('the metrics contain the state of store, Redis and web process, and the durations of store operations', () => {
    expect(metrics).toContain('satchel_store_up{process="api"} 1\n');
    expect(metrics).toContain('satchel_store_writable{process="api"} 1\n');
    expect(metrics).toMatch(
      /^satchel_store_operation_duration_seconds_count\{engine="sqlite",operation="read",process="api"\} [1-9]/m,
    );
    expect(metrics).toContain('satchel_store_operations_under_way{engine="sqlite",process="api"} 0\n');
    expect(metrics).toContain('satchel_store_connections_limit{engine="sqlite",process="api"} 1\n');
    expect(metrics).toContain('satchel_redis_up{process="api"} 0\n');
    expect(metrics).toMatch(/^satchel_redis_errors_total\{process="api"\} [1-9]/m);
    expect(metrics).toContain('satchel_web_process_up{process="api"} 1\n');
    expect(metrics).toContain('satchel_web_process_restarts_total{process="api"} 3\n');
    expect(metrics).toMatch(/^satchel_memory_budget_bytes\{process="api"\} [1-9]/m);
  });

  it('the metrics count errors by name', () => {
    expect(metrics).toContain('satchel_rpc_errors_total{error="unsupportedChain",process="api"} 1\n');
  });

  it.skipIf(!hasPromtool)('the metrics pass promtool check metrics', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: metrics,
      encoding: 'utf8',
    });
    expect([stdout + stderr, status]).toEqual(['', 0]);
  });
});

describe('deploy/observability', () => {
  it.each([...rules.map(({ alert, expr }) => [`alert ${alert}`, expr]), ...panelExpressions()])(
    'the %s in deploy/observability uses only metrics of the service',
    (_where, expr) => {
      const names = metricsIn(expr);
      if (!/\bup\b/.test(expr)) expect(names).not.toEqual([]);
      const known = sampleNames();
      expect(names.filter((name) => !known.has(name))).toEqual([]);
    },
  );

  it('RUNBOOK.md has one section for each alert, which the alert’s runbook_url names', () => {
    const sections = [...readFileSync(`${FOLDER}/RUNBOOK.md`, 'utf8').matchAll(/^## (\S+)$/gm)];
    expect(sections.map(([, name]) => name).sort()).toEqual(alertNames);
    for (const { alert, annotations } of rules)
      expect(annotations.runbook_url).toBe(`${FOLDER}/RUNBOOK.md#${alert.toLowerCase()}`);
  });

  it('alerts.test.yaml tests every alert', () => {
    const { tests } = parse(readFileSync(`${FOLDER}/alerts.test.yaml`, 'utf8'));
    type Test = { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] };
    const fired = tests.flatMap((test: Test) =>
      test.alert_rule_test
        .filter(({ exp_alerts: alerts }) => alerts.length > 0)
        .map(({ alertname }) => alertname),
    );
    expect(fired.sort()).toEqual(alertNames);
  });

  it.skipIf(!hasPromtool).each([
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ])('alerts.yaml passes promtool %s %s', (...args) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });
    expect(stdout + stderr).toContain('SUCCESS');
    expect([stdout + stderr, status]).toEqual([expect.not.stringContaining('FAILED'), 0]);
  });
});

function panelExpressions(): [string, string][] {
  return dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [`panel ${title}`, expr]),
  );
}
