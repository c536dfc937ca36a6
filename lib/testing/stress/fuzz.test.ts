import { describe, expect, it } from 'vitest';
import { createService } from '@/lib/server/service';
import { textOfBody } from '@/lib/testing/body-text';
import { count, mutate, randomNumbers } from '@/lib/testing/measure';
import { ACCOUNT_READERS, NAME_READERS, REFUSALS, TEXT_READERS } from '@/lib/testing/readers/readers';
import { TEST_AUTHORIZATION, testServiceParts } from '@/lib/testing/servers/service-parts';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';

const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
/** Maximum CPU time per input, in ms. CPU time, because wall time depends on the machine's load. */
const MAX_MS = 1000;
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Checks whether a parser may reject input with this error. Any other error is a crash. */
const isRefusal = (error: unknown) => error instanceof Error && REFUSALS.has(error.name);

const READERS = [...ACCOUNT_READERS, ...NAME_READERS, ...TEXT_READERS];

const TEXTS = [
  'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u',
  '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
  '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c',
  '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc',
  'So11111111111111111111111111111111111111112',
  'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.json',
  'data:application/json;base64,eyJhIjoxfQ==',
  'https://arweave.net/abc?ext=png',
  'dGVzdC1wcm9qZWN0LWlkOnRlc3Qtc2VydmVyLWtleS1vZi1sb29wYmFjaw==',
  '{"jsonrpc":"2.0","id":1,"method":"x","params":[{"a":[1,2,{"b":null}]}]}',
].map((text) => new TextEncoder().encode(text));

describe('readers under mutation', () => {
  const seeds = [...solanaVectors().map(({ bytes }) => new Uint8Array(bytes)), ...TEXTS];
  const inputs = count(1_100_000, 60_000);

  it(`${inputs.toLocaleString('en')} random inputs cause no crash and take less than a second of CPU time each`, async () => {
    const random = randomNumbers(SEED);
    let slowest = 0;
    for (let i = 0; i < inputs; i++) {
      const [name, read] = READERS[i % READERS.length] ?? ['none', () => undefined];
      let bytes: Uint8Array = seeds[Math.floor(random() * seeds.length)] ?? new Uint8Array();
      for (let rounds = 1 + Math.floor(random() * 3); rounds > 0; rounds--) bytes = mutate(bytes, random);
      const startedAt = cpuMs();
      try {
        await read(bytes);
      } catch (error) {
        if (!isRefusal(error))
          throw new Error(`${name} crashed on ${Buffer.from(bytes).toString('base64')} (seed ${SEED})`, {
            cause: error,
          });
      }
      slowest = Math.max(slowest, cpuMs() - startedAt);
    }
    expect(slowest).toBeLessThan(MAX_MS);
  }, 600_000);
});

describe('requests under mutation', () => {
  const requests = [
    {
      path: 'evm-chain',
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'svc_aa_getBTCAccount',
        params: [
          {
            name: 'BTC',
            version: '2.0.0',
            btcPublicKey: '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c',
            btcAddress: 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u',
          },
        ],
      },
    },
    {
      path: 'evm-chain',
      body: {
        jsonrpc: '2.0',
        id: 'x',
        chainId: 31337,
        method: 'svc_aa_getBTCAccountsByAddress',
        params: [{ address: '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc' }],
      },
    },
    {
      path: 'solana',
      body: {
        jsonrpc: '2.0',
        id: '9007199254740993',
        chainId: 104,
        method: 'enhancedGetTokensAndNFTs',
        params: ['So11111111111111111111111111111111111111112', { parseMetadataUri: true }],
      },
    },
    {
      path: 'solana',
      body: [
        { id: 1, method: 'rpc.discover' },
        {
          id: null,
          method: 'enhancedGetTokensAndNFTs',
          chainId: 104,
          params: { accountAddress: '1', options: {} },
        },
      ],
    },
  ].map(({ path, body }) => ({
    path: path as 'solana' | 'evm-chain',
    bytes: new TextEncoder().encode(JSON.stringify(body)),
  }));
  const total = count(55_000, 4_000);

  it(`${total.toLocaleString('en')} random requests get JSON-RPC answers and take less than a second of CPU time each`, async () => {
    const service = createService(
      testServiceParts({ env: { RATE_LIMIT_PER_SECOND: '0' }, parts: { log: silent() } }),
    );
    const random = randomNumbers(SEED + 1);
    const headers: Record<string, string> = {
      authorization: TEST_AUTHORIZATION,
      'content-type': 'application/json',
    };
    let slowest = 0;
    const codes = new Map<number, number>();
    for (let i = 0; i < total; i++) {
      const { path, bytes: seed } = requests[i % requests.length] ??
        requests[0] ?? { path: 'solana', bytes: new Uint8Array() };
      let bytes: Uint8Array = seed;
      for (let rounds = 1 + Math.floor(random() * 4); rounds > 0; rounds--) bytes = mutate(bytes, random);
      const startedAt = cpuMs();
      const answer = await service.rpc.forProjects({
        group: path,
        httpMethod: 'POST',
        query: '',
        header: (name) => headers[name],
        address: () => '127.0.0.1',
        readBody: async () => bytes,
        onDisconnect: () => {},
      });
      expect(answer.status).toBe(200);
      slowest = Math.max(slowest, cpuMs() - startedAt);
      const parsed: unknown = JSON.parse(textOfBody(answer));
      for (const one of Array.isArray(parsed) ? parsed : [parsed]) {
        const { jsonrpc, result, error } = one as {
          jsonrpc: string;
          result?: unknown;
          error?: { code: number; message: string; data: { reason: string } };
        };
        expect(jsonrpc).toBe('2.0');
        expect((result === undefined) !== (error === undefined)).toBe(true);
        expect(Object.hasOwn(one as object, 'id')).toBe(true);
        if (error) {
          expect(error.data.reason).toMatch(/^[a-z0-9-]+$/);
          expect(error.code).not.toBe(-32603);
          codes.set(error.code, (codes.get(error.code) ?? 0) + 1);
        }
      }
    }
    expect(slowest).toBeLessThan(MAX_MS);
    // Mutations must reach every layer: parser, envelope, registry, params.
    for (const code of [-32700, -32600, -32601, -32602]) expect(codes.get(code)).toBeGreaterThan(10);
  }, 600_000);
});

function silent() {
  const parts = testServiceParts();
  parts.log.level = 'silent';
  return parts.log;
}
