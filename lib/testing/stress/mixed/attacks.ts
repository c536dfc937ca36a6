import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SAMPLE_BIG_WALLET } from '@/lib/solana/sample-addresses';
import { publicKeys } from '@/lib/testing/keys';
import { randomNumbers } from '@/lib/testing/measure';
import { BENCH_PROJECT, type Running } from '@/lib/testing/servers/processes';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { HOSTILE_OWNERS } from './hostile-owners';

/** Runs an attack once. The outcome is ignored. The promise must settle soon after the signal is aborted. */
type Attack = (service: Running, signal: AbortSignal) => Promise<unknown>;

const random = randomNumbers(17);
const integer = (below: number) => Math.floor(random() * below);
const oneOf = <T>(values: readonly T[]): T => values[integer(values.length)] as T;
/**
 * Returns a random address from several hundred, so that limits per address do not stop the attacks.
 */
const address = () => `203.0.${integer(3)}.${integer(200)}`;
const HELD_MS = 3_000;
const newKeys = publicKeys(2_000, 9_000_000);
const MINUTE_OWNERS = Array.from({ length: 500 }, (_, i) => addressOf(`nobody ${i}`));

const visitor = () => ({ 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': address() });
const own = ({ base }: Running) => ({ ...visitor(), Origin: base });

/** Requests a page or a stream and reads all of it. */
async function get(service: Running, path: string, signal: AbortSignal): Promise<string> {
  return (await fetch(service.base + path, { headers: visitor(), signal })).text();
}

async function postJson(service: Running, path: string, body: unknown, signal: AbortSignal): Promise<string> {
  const headers = { ...own(service), 'Content-Type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (await fetch(service.base + path, { method: 'POST', headers, body: text, signal })).text();
}

/** Makes a call with credentials, from a random address. */
async function callWithKey({ base }: Running, path: string, key: string, signal: AbortSignal) {
  const Authorization = `Basic ${Buffer.from(key).toString('base64')}`;
  const headers = { 'X-Forwarded-For': address(), Authorization };
  return (await fetch(base + path, { method: 'POST', headers, body: '{}', signal })).text();
}

const listing = (owner: string, chainId: number, parseMetadataUri = false) => ({
  id: 1,
  chainId,
  method: 'enhancedGetTokensAndNFTs',
  params: [owner, { parseMetadataUri }],
});

/** Sends bytes and keeps the connection open without reading the response. */
async function hold({ port }: Running, bytes: string, signal: AbortSignal): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(bytes);
  await sleep(HELD_MS, undefined, { signal }).catch(() => undefined);
  socket.destroy();
}

const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nX-Forwarded-For: ${address()}\r\n${more}\r\n`;

const wallets = ['bombs', 'slashes', 'images', 'hangs', 'words'] as const;

/** Attacks that need no API key, by name. */
export const ATTACKS: Record<string, Attack> = {
  'pages of hostile wallets': (service, signal) =>
    get(service, `/account/${HOSTILE_OWNERS[oneOf(wallets)]}?chain=101&tab=nfts`, signal),
  'streams of hostile wallets': (service, signal) =>
    get(service, `/api/holdings/${HOSTILE_OWNERS[oneOf(wallets)]}?chain=101`, signal),
  'streams that are left': async (service, signal) => {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(integer(400))]);
    await get(service, `/api/holdings/${oneOf(HOSTILE_OWNERS.large)}?chain=101`, soon);
  },
  'streams that are never read': (service, signal) =>
    hold(service, head('GET', `/api/holdings/${SAMPLE_BIG_WALLET}?chain=104`), signal),
  'hostile images': async (service, signal) => {
    const list = await get(service, `/api/holdings/${HOSTILE_OWNERS.images}?chain=101`, signal);
    const images = [...list.matchAll(/\/picture\/[\w-]+\/[\w%.-]+/g)].slice(0, 12).map(([path]) => path);
    await Promise.all(images.map((path) => get(service, path, signal)));
  },
  'batches of the largest wallet': (service, signal) =>
    postJson(service, '/api/rpc/solana', Array(75).fill(listing(SAMPLE_BIG_WALLET, 104)), signal),
  'large wallets': (service, signal) =>
    postJson(service, '/api/rpc/solana', listing(oneOf(HOSTILE_OWNERS.large), 101), signal),
  'documents of hostile wallets': (service, signal) =>
    postJson(service, '/api/rpc/solana', listing(HOSTILE_OWNERS[oneOf(wallets)], 101, true), signal),
  'answers that are never read': (service, signal) => {
    const body = JSON.stringify(listing(SAMPLE_BIG_WALLET, 104));
    const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    return hold(service, (head('POST', '/api/rpc/solana', length) + body).repeat(20), signal);
  },
  'guessed keys': (service, signal) =>
    callWithKey(service, '/evm-chain', `${BENCH_PROJECT.PROJECT_ID}:guess-${integer(1e9)}`, signal),
  'projects with long names': (service, signal) =>
    callWithKey(service, '/solana', `${'p'.repeat(11_000)}${integer(1e9)}:x`, signal),
  'share images': (service, signal) =>
    get(service, `/og/account?address=${oneOf(MINUTE_OWNERS)}&chain=104&n=${integer(1e6)}`, signal),
  'item pages': (service, signal) =>
    get(
      service,
      `/account/${oneOf(HOSTILE_OWNERS.large)}/${addressOf(`x ${integer(1e4)}`)}?chain=101`,
      signal,
    ),
  'new keys': (service, signal) => postJson(service, `/api/accounts/${oneOf(newKeys)}`, '', signal),
  'deep and wide JSON': (service, signal) =>
    postJson(
      service,
      '/api/rpc/evm-chain',
      oneOf(['['.repeat(200_000), `{"a":${'{"a":'.repeat(50_000)}`, `[${'{},'.repeat(200_000)}{}]`]),
      signal,
    ),
  'slow bodies': (service, signal) =>
    hold(
      service,
      `${head('POST', '/api/rpc/solana', 'Content-Type: application/json\r\nContent-Length: 60000\r\n')}{"id"`,
      signal,
    ),
  'odd requests': (service, signal) =>
    hold(
      service,
      oneOf([
        head('TRACE', '/'),
        head('OPTIONS', '*'),
        head('GET', '/api/holdings/%25zz'),
        head('GET', '/find?q=%ED%A0%80'),
        head('GET', `/find?q=${'('.repeat(8_000)}`),
        head('GET', '/', 'Upgrade: h2c\r\nConnection: Upgrade\r\n'),
        head('POST', '/solana', 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n'),
        head('POST', '/solana', 'Expect: 100-continue\r\nContent-Length: 4\r\n'),
        `GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n`,
        '\0'.repeat(20_000),
      ]),
      signal,
    ),
};

/**
 * Repeats every attack in `connections` concurrent loops each, until the signal is aborted.
 * @returns the number of runs, by attack
 */
export async function attack(
  service: Running,
  connections: number,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const goes = new Map<string, number>();
  const loop = async (name: string, go: Attack) => {
    while (!signal.aborted) {
      await go(service, signal).catch(() => undefined);
      goes.set(name, (goes.get(name) ?? 0) + 1);
      // Without a pause, attacks that are rejected at once would flood the service.
      await sleep(20);
    }
  };
  const loops = Object.entries(ATTACKS).flatMap(([name, go]) =>
    Array.from({ length: connections }, () => loop(name, go)),
  );
  await Promise.all(loops);
  return goes;
}
