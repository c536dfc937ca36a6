import { Pool } from 'undici';
import { SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { publicKeys } from '@/lib/testing/keys';
import { BENCH_AUTHORIZATION, type Running } from '@/lib/testing/servers/processes';
import { atPace } from '../open-loop';

/** Outcome of a project's calls. */
export type HonestCalls = {
  ms: number[];
  /** Responses that differ from those of the idle service, with their counts. */
  wrong: Map<string, number>;
};

const keys = publicKeys(200, 7_000_000);
const bodies = [
  ...keys.map((btcPublicKey) => ({
    path: '/evm-chain',
    body: JSON.stringify({
      id: 1,
      chainId: 31337,
      method: 'svc_aa_getBTCAccount',
      params: [{ name: 'BTC', version: '2.0.0', btcPublicKey }],
    }),
  })),
  ...[SAMPLE_WALLET, SAMPLE_TINY_WALLET].flatMap((owner) =>
    Array.from({ length: 50 }, (_, i) => ({
      path: '/solana',
      body: JSON.stringify({ id: i, chainId: 104, method: 'enhancedGetTokensAndNFTs', params: [owner] }),
    })),
  ),
];

/** Creates a client with an API key and records the idle service's responses, to compare later responses with. */
export async function honestProject(service: Running) {
  const pool = new Pool(service.base, { connections: 64 });
  const headers = { 'content-type': 'application/json', authorization: BENCH_AUTHORIZATION };
  const ask = async ({ path, body }: (typeof bodies)[number]) => {
    const answer = await pool.request({ path, method: 'POST', headers, body });
    return `${answer.statusCode} ${await answer.body.text()}`;
  };
  const expected = new Map<string, string>();
  for (const call of bodies) {
    const answer = await ask(call);
    if (!answer.startsWith('200') || !answer.includes('"result"')) throw new Error(answer.slice(0, 200));
    expected.set(call.body, answer);
  }
  const check = async (n: number, due: number, calls: HonestCalls) => {
    const call = bodies[(n * 7) % bodies.length] as (typeof bodies)[number];
    const answer = await ask(call).catch((thrown: Error) => `no answer: ${thrown.message}`);
    calls.ms.push(performance.now() - due);
    if (answer === expected.get(call.body)) return;
    const what = answer.slice(0, 160);
    calls.wrong.set(what, (calls.wrong.get(what) ?? 0) + 1);
  };
  return {
    /** Makes calls one after another. */
    async inTurn(count: number): Promise<HonestCalls> {
      const calls: HonestCalls = { ms: [], wrong: new Map() };
      for (let n = 0; n < count; n++) await check(n, performance.now(), calls);
      return calls;
    },
    /**
     * Makes open-loop calls: each starts when due, without waiting for earlier ones.
     * @param perSecond number of calls started per second
     */
    async atPace(perSecond: number, seconds: number): Promise<HonestCalls> {
      const calls: HonestCalls = { ms: [], wrong: new Map() };
      await atPace(perSecond, seconds, (n, dueAt) => check(n, dueAt, calls));
      return calls;
    },
    close: () => pool.close(),
  };
}
