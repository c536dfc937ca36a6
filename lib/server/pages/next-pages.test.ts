import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { until } from '@/lib/testing/until';

// What Next says of a caller's headers is in our log, which is JSON lines, and nowhere else. Needs the pages built.

describe.skipIf(!existsSync('.next/BUILD_ID'))('what the pages say by the console', () => {
  let service: Running;
  beforeAll(async () => {
    service = await startService({ DASHBOARD: 'on', NEXT_TELEMETRY_DISABLED: '1', LOG_LEVEL: 'debug' });
  });
  afterAll(() => service?.stop('SIGKILL'));

  it('is lines of the log', async () => {
    const headers = { RSC: '1', 'Next-Router-State-Tree': '%7Bbad' };
    // Next sends what names no such state to an address that does, which fetch follows.
    expect((await fetch(`${service.base}/docs`, { headers })).status).toBe(500);
    await until('the log says it', () => service.output().includes('could not be parsed'));
    const [, ...lines] = service.output().split(/\n(?=\{)/); // after the words of the start
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
    const told = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'the pages say');
    expect(told).toMatchObject({ service: 'satchel', err: { message: expect.any(String) } });
  });
});
