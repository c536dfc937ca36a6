// Solana node for the benchmarks, in a separate process so that its CPU time is not counted. Sends prepared responses
// over HTTP after a given round-trip time. Also supports the calls that Umi, Metaplex JS and the reference make
// (getProgramAccounts, jsonParsed, batches).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-program';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

type Call = { id: unknown; method: string; params: unknown[] };

const latencyMs = Number(process.argv[2] ?? 0);
/** Accounts as JSON text, by address. */
const rows = new Map<string, string>();
/** Token accounts, by owner. */
const owned = new Map<string, { pubkey: string; data: string; parsed: string }[]>();

/** Creates a wallet named `<count>-<number>` on its first use. Called before the measurement starts. */
function prepare(name: string) {
  const owner = addressOf(name);
  if (owned.has(owner)) return;
  const tokenAccounts: { pubkey: string; data: string; parsed: string }[] = [];
  for (const { pubkey, owner: program, data } of nftWallet(owner, Number(name.split('-')[0]))) {
    rows.set(pubkey, account(program, data));
    if (program === TOKEN_PROGRAM && Buffer.byteLength(data, 'base64') === 165)
      tokenAccounts.push({ pubkey, data, parsed: parsedAccount(data) });
  }
  owned.set(owner, tokenAccounts);
}

function account(program: string, data: string): string {
  return `{"data":["${data}","base64"],"executable":false,"lamports":2039280,"owner":"${program}","rentEpoch":18446744073709551615,"space":${Buffer.byteLength(data, 'base64')}}`;
}

/**
 * Formats a token account in agave's `jsonParsed` format: with the decimals of its mint, here 0, and members in
 * alphabetical order.
 */
function parsedAccount(data: string): string {
  const account = decodeTokenAccount(Buffer.from(data, 'base64'));
  if (account === undefined) throw new Error('the data is not a token account');
  const amount = account.amount.toString();
  const tokenAmount = { amount, decimals: 0, uiAmount: Number(amount), uiAmountString: amount };
  const info = {
    isNative: false,
    mint: account.mint,
    owner: account.owner,
    state: account.state,
    tokenAmount,
  };
  const parsed = JSON.stringify({ parsed: { info, type: 'account' }, program: 'spl-token', space: 165 });
  return `{"data":${parsed},"executable":false,"lamports":2039280,"owner":"${TOKEN_PROGRAM}","rentEpoch":18446744073709551615,"space":165}`;
}

const inContext = (value: string) => `{"context":{"apiVersion":"2.2.0","slot":1000},"value":${value}}`;

const methods: Record<string, (params: unknown[]) => string> = {
  getBalance: () => inContext('1000000000'),
  getTokenAccountsByOwner: ([owner, filter, config]) => {
    const { programId } = filter as { programId: string };
    const isParsed = (config as { encoding?: string }).encoding === 'jsonParsed';
    const found = programId === TOKEN_PROGRAM ? (owned.get(String(owner)) ?? []) : [];
    return inContext(
      `[${found.map(({ pubkey, parsed }) => `{"account":${isParsed ? parsed : rows.get(pubkey)},"pubkey":"${pubkey}"}`).join(',')}]`,
    );
  },
  getMultipleAccounts: ([keys]) =>
    inContext(`[${(keys as string[]).map((key) => rows.get(key) ?? 'null').join(',')}]`),
  getProgramAccounts: ([, config]) => {
    const { dataSlice, filters = [] } = config as {
      dataSlice?: { offset: number; length: number };
      filters?: { memcmp?: { offset: number; bytes: string } }[];
    };
    const owner = filters.find(({ memcmp }) => memcmp?.offset === 32)?.memcmp?.bytes ?? '';
    const slice = (data: string) =>
      dataSlice === undefined
        ? data
        : Buffer.from(data, 'base64')
            .subarray(dataSlice.offset, dataSlice.offset + dataSlice.length)
            .toString('base64');
    return `[${(owned.get(owner) ?? []).map(({ pubkey, data }) => `{"pubkey":"${pubkey}","account":${account(TOKEN_PROGRAM, slice(data))}}`).join(',')}]`;
  },
};

let calls = 0;
function answerTo({ id, method, params }: Call): string {
  calls += 1;
  const result = methods[method]?.(params);
  const body =
    result === undefined ? `"error":{"code":-32601,"message":"Method not found"}` : `"result":${result}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${body}}`;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
    const answer = () =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(Array.isArray(asked) ? `[${asked.map(answerTo).join(',')}]` : answerTo(asked));
    if (latencyMs > 0) setTimeout(answer, latencyMs);
    else answer();
  });
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }),
);
process.on('message', (message: { prepare?: string; count?: boolean }) => {
  if (message.prepare !== undefined) prepare(message.prepare);
  process.send?.({ calls });
  calls = 0;
});
process.on('disconnect', () => process.exit());
