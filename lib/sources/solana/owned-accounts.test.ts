import { expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { localTransport } from '@/lib/sources/transport/local-transport';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { readOwnedAccounts } from './owned-accounts';

const OWNER = addressOf('owner of three');
const node = sampleNode(snapshotOf(500, nftWallet(OWNER, 3)));
const scope = scopeOf(new AbortController().signal);

type Listed = { context: { slot: number }; value: { pubkey: string; account: unknown }[] };

/** Reads the accounts from a node that applies `change` to the first `times` non-empty lists. */
function listing(change: (listed: Listed) => unknown, times = Number.POSITIVE_INFINITY) {
  let changed = 0;
  const changing: RpcHandler = async (method, params, until) => {
    const answer = await node(method, params, until);
    const isList = method === 'getTokenAccountsByOwner' && (answer as Listed).value.length > 0;
    return isList && changed++ < times ? change(answer as Listed) : answer;
  };
  return readOwnedAccounts(localTransport(changing), OWNER, scope);
}

const unsound: [string, (listed: Listed) => unknown][] = [
  ['an account twice', ({ value, ...rest }) => ({ ...rest, value: [...value, ...value.slice(0, 1)] })],
  [
    'an account with an invalid address',
    ({ value, ...rest }) => ({ ...rest, value: value.map((row) => ({ ...row, pubkey: `${row.pubkey}0` })) }),
  ],
];

it.each(unsound)('a list of token accounts with %s is retried and never returned', async (_, change) => {
  expect((await listing(change, 1)).accounts).toHaveLength(3);
  await expect(listing(change)).rejects.toMatchObject({ reason: 'upstream-malformed' });
});

it('a list of token accounts older than the minimum slot is retried and never returned', async () => {
  const late = (method: string, times: number) => {
    let lies = 0;
    // Some nodes and proxies ignore `minContextSlot`.
    const lagging: RpcHandler = async (asked, params, until) => {
      const answer = (await node(asked, params, until)) as Listed;
      return asked === method && lies++ < times ? { ...answer, context: { slot: 499 } } : answer;
    };
    return readOwnedAccounts(localTransport(lagging), OWNER, scope, { minContextSlot: 500 });
  };
  for (const method of ['getBalance', 'getTokenAccountsByOwner']) {
    expect((await late(method, 1)).oldestSlot).toBe(500);
    await expect(late(method, Number.POSITIVE_INFINITY)).rejects.toMatchObject({
      reason: 'upstream-malformed',
    });
  }
});
