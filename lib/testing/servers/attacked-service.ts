import { expect } from 'vitest';
import { untilStarted } from '@/lib/testing/until';
import { webProcessOf } from './process-tree';
import { type Running, startService } from './processes';

/**
 * Starts the service with its pages, for hostile requests. `stop` fails if one of its processes has ended or was
 * restarted. Requires built pages.
 */
export async function startAttackedService(): Promise<Running> {
  const service = await startService({ DASHBOARD: 'on', NEXT_TELEMETRY_DISABLED: '1' });
  await untilStarted('pages are served', async () => (await fetch(`${service.base}/docs`)).status === 200);
  const web = webProcessOf(service.pid);
  return {
    ...service,
    stop: async (signal) => {
      expect(service.child.exitCode).toBeNull();
      expect(webProcessOf(service.pid)).toBe(web);
      await service.stop(signal);
    },
  };
}

/**
 * Asserts that another client gets the correct responses to its requests. The client requests files, which cost less
 * than pages.
 */
export async function expectOwnAnswers({ base }: Running): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => fetch(`${base}${i % 2 ? '/icon.svg' : '/api/nothing'}`)),
  );
  expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
    Array.from({ length: 10 }, (_, i) =>
      i % 2 ? [200, 'image/svg+xml'] : [404, expect.not.stringMatching('svg')],
    ),
  );
}
