import { once } from 'node:events';
import { expect, it } from 'vitest';
import { publicKeys } from '@/lib/testing/keys';
import { startTestPostgres } from '@/lib/testing/servers/postgres';
import { post, startService } from '@/lib/testing/servers/processes';

it('a process with unwritten times of lookups exits cleanly although Postgres is away', async () => {
  const postgres = await startTestPostgres();
  const DATABASE_URL = await postgres.createDatabase();
  const service = await startService({ DATABASE_URL, REQUEST_DEADLINE_MS: '5000' });
  const exited = once(service.child, 'exit');
  const params = [{ name: 'BTC', version: '2.0.0', btcPublicKey: publicKeys(1)[0], extended: true }];
  const call = { jsonrpc: '2.0', id: 1, chainId: 31337, method: 'svc_aa_getBTCAccount', params };
  try {
    for (let i = 0; i < 2; i++) expect((await post(service, '/evm-chain', call)).status).toBe(200);
    await postgres.stop();
    service.child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(service.output()).not.toContain('unhandled rejection');
  } finally {
    await service.stop('SIGKILL');
  }
});
