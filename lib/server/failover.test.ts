import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deriveAccount } from '@/lib/btc-account/derive-account';
import { openStore } from '@/lib/store/open';
import { publicKeys } from '@/lib/testing/keys';
import { startPostgresPair, type TestPostgresPair } from '@/lib/testing/servers/debian/postgres-pair';
import { post, type Running, startService } from '@/lib/testing/servers/processes';
import { type TcpRelay, tcpRelay } from '@/lib/testing/servers/tcp-relay';
import { until } from '@/lib/testing/until';
import { hashServerKey } from './auth/basic-auth';

// Tests that a failover of Postgres to a synchronous standby loses no acknowledged records.

const CHAIN = 31337;
const LANES = 8;
const PROJECT = { projectId: 'made-before', serverKey: 'a-server-key-made-before' };
const Authorization = `Basic ${btoa(`${PROJECT.projectId}:${PROJECT.serverKey}`)}`;

let pair: TestPostgresPair;
let relay: TcpRelay;
const services: Running[] = [];
beforeAll(async () => {
  pair = await startPostgresPair();
  relay = await tcpRelay(pair.primaryPort);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop('SIGKILL')));
  await relay?.close();
  await pair?.stop();
});

const databaseAt = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;

async function start(port: number): Promise<Running> {
  const service = await startService({ DATABASE_URL: databaseAt(port) });
  services.push(service);
  return service;
}

async function call(service: Running, method: string, params: unknown[]) {
  const answer = await post(
    service,
    '/evm-chain',
    { id: 1, chainId: CHAIN, method, params },
    { Authorization },
  );
  return (await answer.json()) as { result?: { publicKey: string }[]; error?: { code: number } };
}

it('when a Postgres standby takes over, the service loses no acknowledged lookup and recovers without a restart', async () => {
  const store = await openStore({ databaseUrl: databaseAt(pair.primaryPort), dataDir: '' });
  const { projectId, serverKey } = PROJECT;
  await store.projects.addProject({ projectId, keyHash: hashServerKey(serverKey), name: '' });
  await store.close();
  const service = await start(relay.port);
  const keys = publicKeys(4000, 100_000);
  const answered: string[] = [];
  const unexpected: unknown[] = [];
  let stop = false;
  const load = Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      for (let i = lane; !stop && i < keys.length; i += LANES) {
        const btcPublicKey = keys[i] ?? '';
        const config = { name: 'BTC', version: '2.0.0', btcPublicKey };
        const { result, error } = await call(service, 'svc_aa_getBTCAccount', [config]);
        if (result) answered.push(btcPublicKey);
        else if (error?.code === -32002) await sleep(5);
        else unexpected.push(error);
      }
    }),
  );
  const answeredMore = (count: number) => {
    const enough = answered.length + count;
    return until(`${count} more answers`, () => answered.length >= enough);
  };
  await answeredMore(200);

  await pair.stopStandby();
  await until('a commit waits', async () => (await pair.waiting()).length > 0);
  const [cut = 0] = await pair.waiting();
  const before = answered.length;
  // The primary contains the rows of the interrupted write, but the commit was not acknowledged. The retry must wait
  // for the standby again.
  await pair.terminate(cut);
  await until('it waits again', async () => (await pair.waiting()).some((pid) => pid !== cut));

  const killedAt = performance.now();
  await pair.killPrimary();
  await pair.takeOver();
  relay.target = pair.standbyPort;
  const tookOverAt = performance.now();
  await answeredMore(1);
  const backAt = performance.now();
  await answeredMore(200);
  stop = true;
  await load;
  expect(unexpected).toEqual([]);

  const restarted = await start(pair.standbyPort);
  const lost: string[] = [];
  const rest = [...answered];
  const look = async () => {
    for (let key = rest.pop(); key !== undefined; key = rest.pop()) {
      const { smartAccountAddress: address } = deriveAccount({ version: '2.0.0', btcPublicKey: key }, CHAIN);
      const { result } = await call(restarted, 'svc_aa_getBTCAccountsByAddress', [{ address }]);
      if (!result?.some(({ publicKey }) => publicKey === key)) lost.push(key);
    }
  };
  await Promise.all(Array.from({ length: LANES }, look));
  expect(lost).toEqual([]);
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  process.stdout.write(
    `fail-over: ${answered.length} lookups answered, ${before} of them before, none lost; ` +
      `answering ${seconds(backAt - killedAt)} s after the kill, ${seconds(backAt - tookOverAt)} s after the standby took over\n`,
  );
});
