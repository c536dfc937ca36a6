import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService } from '@/lib/testing/servers/processes';
import { until } from '@/lib/testing/until';

it('a warning of Node is one JSON line in the log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-warning-'));
  const script = join(folder, 'warn.cjs');
  writeFileSync(
    script,
    "process.on('SIGUSR2', () => process.emitWarning('too many', 'MaxListenersExceededWarning'));",
  );
  const service = await startService({ DASHBOARD: 'off', NODE_OPTIONS: `--require=${script}` });
  service.child.kill('SIGUSR2');
  await until('the warning is written', async () => service.output().includes('too many'));
  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.includes('too many'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', err: { type: 'MaxListenersExceededWarning', message: 'too many' } },
  ]);
  await service.stop();
  rmSync(folder, { recursive: true });
});
