import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parseExactJson } from '@/lib/json/exact-parse';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import { hasSurfpool, startSurfpool } from '@/lib/testing/nodes/surfpool';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { ListedTokenAccount, parseSolanaBody } from './listed-accounts';
import { readTokenAccountRow } from './token-account-row';

const OWNER = addressOf('owner of listed accounts');
const parse = async (bytes: Buffer) => parseExactJson(bytes.toString('utf8'));

/** Members in the order of the alphabet, as agave writes them. */
function row(name: string, { info = {}, account = {} }: { info?: object; account?: object } = {}) {
  const all: Record<string, unknown> = {
    isNative: false,
    mint: addressOf(`mint of ${name}`),
    owner: OWNER,
    state: 'initialized',
    tokenAmount: { amount: '1', decimals: 0, uiAmount: 1, uiAmountString: '1' },
    ...info,
  };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    account: {
      data: { parsed: { info: sorted, type: 'account' }, program: 'spl-token', space: 165 },
      executable: false,
      lamports: 2_039_280,
      owner: TOKEN_PROGRAM,
      rentEpoch: 361,
      space: 165,
      ...account,
    },
    pubkey: addressOf(name),
  };
}
const rows = (count: number) => Array.from({ length: count }, (_, i) => row(`account ${i}`));
const amount = (text: string, decimals = 0) => ({
  tokenAmount: { amount: text, decimals, uiAmount: Number(text) / 10 ** decimals, uiAmountString: text },
});
const answer = (value: unknown[], id = 1) => ({
  jsonrpc: '2.0',
  result: { context: { apiVersion: '3.1.10', slot: 5 }, value },
  id,
});

type Body = { result?: { value?: unknown } };
const listsOf = (body: unknown) =>
  (Array.isArray(body) ? body : [body]).flatMap(({ result }: Body) =>
    Array.isArray(result?.value) ? [result.value as unknown[]] : [],
  );
/** What is read of the lists of a body, in the order of their addresses. */
const readOf = (body: unknown) =>
  listsOf(body).map((list) =>
    list
      .map((each) => {
        const read = readTokenAccountRow(each, OWNER);
        return read && { ...read };
      })
      .sort((a, b) => String(a?.address).localeCompare(String(b?.address))),
  );
const takenOut = (body: unknown) =>
  listsOf(body).flatMap((list) => list.filter((each) => each instanceof ListedTokenAccount));

const inTheMiddle = (text: string, what: string, by: string) => {
  const at = text.indexOf(what, text.length / 2);
  return text.slice(0, at) + by + text.slice(at + what.length);
};

describe('a list of parsed token accounts', () => {
  it('is read as JSON reads it, whatever its rows are', async () => {
    let taken = 0;
    const rowOf = fc.record({
      kind: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom('plain', 'frozen', 'another owner') },
        fc.constantFrom('delegate', 'native', 'bytes', 'more', 'wrong', 'text'),
      ),
      amount: fc.bigInt({ min: 0n, max: 2n ** 64n + 5n }),
      decimals: fc.oneof({ weight: 20, arbitrary: fc.constantFrom(0, 6, 255) }, fc.constant(256)),
      seed: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(rowOf, { minLength: 60, maxLength: 300 }),
        fc.nat(3),
        async (made, spaces) => {
          const list = made.map(({ kind, amount: units, decimals, seed }, i) => {
            const name = `row ${i} ${seed}`;
            const of = amount(units.toString(), decimals);
            if (kind === 'another owner') return row(name, { info: { ...of, owner: addressOf(name) } });
            if (kind === 'frozen') return row(name, { info: { ...of, state: 'frozen' } });
            if (kind === 'delegate')
              return row(name, { info: { ...of, delegate: OWNER, delegatedAmount: of.tokenAmount } });
            if (kind === 'native')
              return row(name, { info: { ...of, isNative: true, rentExemptReserve: of.tokenAmount } });
            if (kind === 'bytes') return row(name, { account: { data: ['AAAA', 'base64'] } });
            if (kind === 'more') return row(name, { account: { more: ',{"account":{"data":{' } });
            if (kind === 'wrong') return row(name, { info: { ...of, mint: `${addressOf(name)}1` } });
            if (kind === 'text') return row(name, { info: { ...of, state: '漢"\\' } });
            return row(name, { info: of });
          });
          const text = JSON.stringify(
            [answer([], 1), answer(list, 2), answer([], 3)],
            null,
            spaces === 3 ? 1 : 0,
          );
          const body = Buffer.from(text);
          const parsed = await parseSolanaBody(body, parse);
          expect(readOf(parsed)).toEqual(readOf(await parse(body)));
          taken += takenOut(parsed).length;
        },
      ),
      { numRuns: 60 },
    );
    expect(taken).toBeGreaterThan(1_000);
  });

  it('is looked through in blocks; only the first of its usual rows is left to JSON', async () => {
    const body = Buffer.from(JSON.stringify(answer(rows(1_000))));
    const parsed = await parseSolanaBody(body, parse);
    expect(takenOut(parsed)).toHaveLength(999);
    expect(readOf(parsed)).toEqual(readOf(await parse(body)));
  });

  it('keeps an exact balance beside it in a batch', async () => {
    const balance = '{"jsonrpc":"2.0","result":{"context":{"slot":5},"value":18446744073709551615},"id":1}';
    const body = Buffer.from(`[${balance},${JSON.stringify(answer(rows(300), 2))}]`);
    const [first] = (await parseSolanaBody(body, parse)) as [{ result: { value: unknown } }];
    expect(first.result.value).toBe(2n ** 64n - 1n);
  });

  it.each<[string, (text: string) => string]>([
    ['is cut off', (text) => text.slice(0, -500)],
    ['has a comma too many', (text) => text.replace(/\]\},"id"/, ',]},"id"')],
    ['lacks a comma', (text) => inTheMiddle(text, '"},{', '"}{')],
    ['lacks its end', (text) => text.replace(']},"id"', '},"id"')],
    ['is no JSON before it', (text) => text.replace('{"jsonrpc"', '{jsonrpc')],
    ['has a row that is no JSON', (text) => inTheMiddle(text, '"executable":false', '"executable":falsch')],
  ])('is refused where the answer is no JSON: it %s', async (_, spoil) => {
    const body = Buffer.from(spoil(JSON.stringify(answer(rows(300)))));
    await expect(parse(body)).rejects.toThrow(SyntaxError);
    await expect(parseSolanaBody(body, parse)).rejects.toThrow(SyntaxError);
  });

  it('is what JSON makes of it where rows stand in one another', async () => {
    const nested = row('outer', { account: { within: rows(200) } });
    const body = Buffer.from(JSON.stringify(answer([row('first'), nested, ...rows(100)])));
    const parsed = await parseSolanaBody(body, parse);
    expect(JSON.stringify(listsOf(parsed)[0]?.[0])).toBe(JSON.stringify(row('first')));
  });

  describe.skipIf(!hasSurfpool)('of a node that nobody here wrote', () => {
    const node = hasSurfpool ? startSurfpool() : undefined;
    afterAll(async () => (await node)?.stop());

    it('is of the usual rows', async () => {
      const { url, setAccount } = (await node) ?? expect.unreachable();
      const wallet = nftWallet(OWNER, 60);
      for (const { pubkey, owner, data } of wallet)
        await setAccount(pubkey, { owner, data: Buffer.from(data, 'base64') });
      const config = [OWNER, { programId: TOKEN_PROGRAM }, { encoding: 'jsonParsed' }];
      const call = { jsonrpc: '2.0', id: 1, method: 'getTokenAccountsByOwner', params: config };
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) });
      const body = Buffer.from(await response.arrayBuffer());
      const parsed = await parseSolanaBody(body, parse);
      expect(takenOut(parsed)).toHaveLength(59);
      expect(readOf(parsed)).toEqual(readOf(await parse(body)));
    });
  });
});
