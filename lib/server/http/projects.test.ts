import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProject } from '@/lib/commands/project';
import { testIo } from '@/lib/testing/command-io';
import { publicKeys } from '@/lib/testing/keys';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { until } from '@/lib/testing/until';

// Tests how `npm run project` affects callers of a service on the same store.

let service: RunningService;
beforeAll(async () => {
  service = await runService({ RATE_LIMIT_PER_SECOND: '2' });
});
afterAll(() => service?.stop());

async function project(...argv: string[]): Promise<string> {
  const io = testIo();
  expect(await runProject(argv, { DATA_DIR: service.service.env.dataDir }, io)).toBe(0);
  return io.out();
}

type Credentials = { id: string; key: string };
const credentialsOf = (out: string): Credentials => ({
  id: /project id {2}(\S+)/.exec(out)?.[1] ?? '',
  key: /server key {2}(\S+)/.exec(out)?.[1] ?? '',
});
const create = async (...options: string[]) => credentialsOf(await project('create', ...options));

const [KEY = ''] = publicKeys(1);
const LOOK_UP = {
  id: 1,
  chainId: 31337,
  method: 'svc_aa_getBTCAccount',
  params: [{ name: 'BTC', version: '2.0.0', btcPublicKey: KEY }],
};
const LISTING = {
  id: 1,
  chainId: 104,
  method: 'enhancedGetTokensAndNFTs',
  params: ['4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby'],
};

const ask = ({ id, key }: Credentials, body: unknown = LOOK_UP, path = '/evm-chain') =>
  service.call(path, body, {
    Authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`,
  });
const statusOf = async (credentials: Credentials) => (await ask(credentials)).status;

describe('keys', () => {
  it('a project has two keys after a rotation with an overlap, and one key after a rotation without an overlap', async () => {
    const old = await create('--limit', '0');
    expect(await statusOf(old)).toBe(200);
    const second = credentialsOf(await project('rotate', old.id, '--overlap', '24h'));
    await until('the new key is known', async () => (await statusOf(second)) === 200);
    expect(await statusOf(old)).toBe(200);
    const third = credentialsOf(await project('rotate', old.id));
    await until('both earlier keys are rejected', async () =>
      [await statusOf(old), await statusOf(second)].every((status) => status === 401),
    );
    await until('the last key is known', async () => (await statusOf(third)) === 200);
  });

  it('a key expires at its own time during an overlap, while the new key stays valid', async () => {
    const old = await create('--limit', '0');
    const soon = new Date(Date.now() + 6_000).toISOString().replace(/\.\d+/, '');
    await project('set', old.id, '--expires', soon);
    const second = credentialsOf(await project('rotate', old.id, '--overlap', '24h'));
    await until('the old key is rejected', async () => (await statusOf(old)) === 401);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
    expect(await statusOf(second)).toBe(200);
  });

  it('keys stay invalid after revocation, even when the project gets a new key', async () => {
    const old = await create('--limit', '0');
    const second = credentialsOf(await project('rotate', old.id, '--overlap', '24h'));
    expect([await statusOf(old), await statusOf(second)]).toEqual([200, 200]);
    await project('revoke', old.id);
    await until('both keys are rejected', async () =>
      [await statusOf(old), await statusOf(second)].every((status) => status === 401),
    );
    const third = credentialsOf(await project('rotate', old.id, '--overlap', '24h'));
    await until('the new key is known', async () => (await statusOf(third)) === 200);
    expect([await statusOf(old), await statusOf(second)]).toEqual([401, 401]);
  });

  it('a key is rejected after it expires, and valid again when the expiry is extended', async () => {
    const caller = await create('--limit', '0');
    expect(await statusOf(caller)).toBe(200);
    // Set the expiry four seconds ahead: the command accepts only future times.
    const soon = new Date(Date.now() + 4_000).toISOString().replace(/\.\d+/, '');
    await project('set', caller.id, '--expires', soon);
    await until('the key is rejected', async () => (await statusOf(caller)) === 401);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
    expect(await project('list')).toMatch(new RegExp(`${caller.id} .* expired `));
    await project('set', caller.id, '--expires', '90d');
    await until('the key is valid again', async () => (await statusOf(caller)) === 200);
  });
});

describe('a list of methods', () => {
  it('a project limited to some methods gets method-not-allowed-for-project for others, on both routes and in batches', async () => {
    const caller = await create('--methods', 'svc_aa_getBTCAccount', '--limit', '0');
    expect((await ask(caller)).json.result).toBeDefined();
    const refusal = (method: string, methods: string[]) => ({
      code: -32601,
      message: `This project may not call ${method}`,
      data: { reason: 'method-not-allowed-for-project', methods },
    });
    const listing = await ask(caller, LISTING, '/solana');
    expect([listing.status, listing.json.error]).toEqual([200, refusal(LISTING.method, [])]);
    const byAddress = { ...LOOK_UP, method: 'svc_aa_getBTCAccountsByAddress', params: [] };
    const batch = await ask(caller, [
      LOOK_UP,
      byAddress,
      { ...LOOK_UP, method: 'nope' },
      { id: 4, method: 'rpc.discover' },
    ]);
    expect(batch.json[0].result).toBeDefined();
    expect(batch.json[1].error).toEqual(refusal(byAddress.method, ['svc_aa_getBTCAccount']));
    expect(batch.json[2].error.data.reason).toBe('method-not-found');
    expect(batch.json[3].result.openrpc).toBe('1.3.2');
    await project('set', caller.id, '--methods', 'all');
    await until('the method is allowed', async () =>
      Boolean((await ask(caller, LISTING, '/solana')).json.result),
    );
  });

  it('a project may not call a method outside its list, even if the response is cached for another project', async () => {
    const free = await create('--limit', '0');
    const bound = await create('--methods', 'svc_aa_getBTCAccount', '--limit', '0');
    expect((await ask(free, LISTING, '/solana')).json.result).toBeDefined();
    expect((await ask(bound, LISTING, '/solana')).json.error.data.reason).toBe(
      'method-not-allowed-for-project',
    );
  });
});

describe('a limit', () => {
  /** Sends 60 lookups in a batch and returns how many succeed. */
  async function served(caller: Credentials): Promise<number> {
    const { json } = await ask(
      caller,
      Array.from({ length: 60 }, () => LOOK_UP),
    );
    return Array.isArray(json) ? json.filter(({ result }) => result !== undefined).length : 0;
  }

  it('a project’s own limit replaces a higher or a lower default, and 0 means unlimited', async () => {
    const common = await served(await create());
    expect(common).toBeGreaterThanOrEqual(20);
    expect(common).toBeLessThan(40);
    const low = await served(await create('--limit', '1'));
    expect(low).toBeGreaterThanOrEqual(10);
    expect(low).toBeLessThan(20);
    expect(await served(await create('--limit', '0'))).toBe(60);
  });

  it('a project’s new limit takes effect without a restart', async () => {
    const caller = await create('--limit', '1');
    await served(caller);
    expect(await served(caller)).toBeLessThan(10);
    await project('set', caller.id, '--limit', '0');
    await until('there is no limit', async () => (await served(caller)) === 60);
    await project('set', caller.id, '--limit', '1');
    await until('there is one again', async () => (await served(caller)) < 60);
  });
});

describe('usage', () => {
  it('a project’s usage is added up by day and method across running instances', async () => {
    const caller = await create('--limit', '0');
    const { dataDir } = service.service.env;
    const second = await runService({ DATA_DIR: dataDir });
    try {
      const headers = { Authorization: `Basic ${btoa(`${caller.id}:${caller.key}`)}` };
      for (let i = 0; i < 3; i++) await ask(caller);
      await ask(caller, LISTING, '/solana');
      for (let i = 0; i < 2; i++) await second.call('/evm-chain', LOOK_UP, headers);
      const rows = async () =>
        (await project('usage', caller.id))
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => line.split(/ {2,}/));
      await until('both instances have written their usage', async () => (await rows()).at(-1)?.[2] === '6');
      // If the test runs around midnight, the usage is spread over two days.
      const days = new Set((await rows()).slice(0, -1).map(([day]) => day));
      const sums = new Map<string, number>();
      for (const [, method = '', calls] of (await rows()).slice(0, -1))
        sums.set(method, (sums.get(method) ?? 0) + Number(calls));
      expect([...sums]).toEqual([
        ['enhancedGetTokensAndNFTs', 1],
        ['svc_aa_getBTCAccount', 5],
      ]);
      for (const day of days) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    } finally {
      await second.stop();
    }
  });
});
