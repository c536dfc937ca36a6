import { describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { tokenRecordAddressOf } from '@/lib/solana/address/program-address';
import {
  CLOCK_ADDRESS,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '@/lib/solana/programs';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import {
  type EncodedExtension,
  encodeClock,
  encodePermanentDelegate,
  encodeScaledUiAmount,
  encodeTokenRecord,
} from '@/lib/testing/solana/encode-facts';
import { encodeExtended, encodeMint, encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { account, addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { rpcHoldingsReader } from './listing';

const OWNER = addressOf('owner');

type Program = typeof TOKEN_PROGRAM | typeof TOKEN_2022_PROGRAM;

/** Creates a token account and its mint. `extensions` apply only to a Token-2022 mint. */
function held(
  label: string,
  {
    program = TOKEN_PROGRAM as Program,
    frozen = false,
    amount = 1n,
    extensions = [] as EncodedExtension[],
  } = {},
): SnapshotAccount[] {
  const mint = addressOf(`${label} mint`);
  const token = encodeTokenAccount({ mint, owner: OWNER, amount, frozen });
  const base = encodeMint({ supply: 10n, decimals: 2, authority: OWNER });
  const isClassic = program === TOKEN_PROGRAM;
  return [
    account(addressOf(label), program, isClassic ? token : encodeExtended(token, 2, [])),
    account(mint, program, isClassic ? base : encodeExtended(base, 1, extensions)),
  ];
}

const recordAddress = (label: string) =>
  tokenRecordAddressOf(addressOf(`${label} mint`), addressOf(label)) ?? '';
const record = (label: string, data: Uint8Array, owner = TOKEN_METADATA_PROGRAM) =>
  account(recordAddress(label), owner, data);

/** Reads the owner's holdings from a node that has `accounts`. Returns the holdings and the requested keys. */
async function read(accounts: SnapshotAccount[], fails: (keys: string[]) => boolean = () => false) {
  const node = sampleNode(snapshotOf(7, accounts));
  const asked: string[][] = [];
  const transport = localTransport(async (method, params: unknown[], scope) => {
    if (method === 'getMultipleAccounts') {
      const [keys] = params as [string[]];
      asked.push(keys);
      if (fails(keys)) throw new UpstreamCallError(-32000, 'no');
    }
    return node(method, params, scope);
  });
  const reader = rpcHoldingsReader({ transport, tokenList: async () => EMPTY_TOKEN_LIST });
  const { holdings } = await reader(OWNER, scopeOf(AbortSignal.timeout(120_000)));
  const items = [...holdings.nfts, ...holdings.tokens];
  const item = (label: string) => items.find(({ address }) => address === addressOf(label));
  return { asked: asked.flat(), chunks: asked, holdings, item };
}

describe('locks', () => {
  it('reads locks from the token record for accounts of both token programs', async () => {
    const delegate = { address: addressOf('staker'), role: 'staking' as const };
    const { item } = await read([
      ...held('free'),
      ...held('frozen', { frozen: true }),
      ...held('unlocked', { frozen: true }),
      record('unlocked', encodeTokenRecord('unlocked')),
      ...held('locked', { frozen: true, program: TOKEN_2022_PROGRAM }),
      record('locked', encodeTokenRecord('locked', delegate)),
      ...held('listed', { frozen: true }),
      record('listed', encodeTokenRecord('listed', { ...delegate, role: 'sale' })),
      ...held('impostor', { frozen: true }),
      record('impostor', encodeTokenRecord('unlocked'), SYSTEM_PROGRAM),
      ...held('other kind', { frozen: true }),
      record('other kind', Uint8Array.of(4, 1, 1)),
    ]);
    const locks = ['free', 'frozen', 'unlocked', 'locked', 'listed', 'impostor', 'other kind'].map(
      (label) => [item(label)?.lock, item(label)?.delegateRole, item(label)?.state],
    );
    expect(locks).toEqual([
      ['none', null, 'initialized'],
      ['frozen', null, 'frozen'],
      ['unlocked', null, 'frozen'],
      ['locked', 'staking', 'frozen'],
      ['listed', 'sale', 'frozen'],
      ['frozen', null, 'frozen'],
      ['frozen', null, 'frozen'],
    ]);
  });

  it('the lock of an item is null if the token record could not be read, and the item is otherwise complete', async () => {
    const locked = recordAddress('locked');
    const { item, holdings } = await read(
      [
        ...nftWallet(OWNER, 160),
        ...held('locked', { frozen: true, amount: 250n }),
        record('locked', encodeTokenRecord('locked')),
      ],
      (keys) => keys.includes(locked),
    );
    expect(item('locked')).toMatchObject({ lock: null, delegateRole: null, uiAmountString: '2.5' });
    expect(holdings.nfts.length + holdings.tokens.length).toBe(161);
  });

  it('reading locks requests one more account per frozen token account, but no additional round trip', async () => {
    const labels = Array.from({ length: 40 }, (_, index) => `frozen ${index}`);
    const { asked, chunks } = await read(labels.flatMap((label) => held(label, { frozen: true })));
    expect(asked).toHaveLength(3 * 40);
    expect(chunks).toHaveLength(2);
    expect(new Set(asked)).toContain(recordAddress('frozen 7'));
  });

  it('requests no token records if a wallet has no frozen accounts', async () => {
    const { asked } = await read([...held('free'), ...held('other')]);
    expect(asked).toHaveLength(4);
  });
});

describe('mint facts', () => {
  it('the first and the second read of a wallet both return mint facts', async () => {
    const accounts = held('plain', { amount: 1_050n });
    for (let i = 0; i < 2; i++) {
      const { item } = await read(accounts);
      expect(item('plain')).toMatchObject({
        mintFacts: { mintAuthority: OWNER, freezeAuthority: OWNER },
        uiAmountString: '10.5',
        delegatedAmount: '0',
        closeAuthority: null,
      });
    }
  });

  it('mint facts apply at the time of the chain’s clock, which is read only if there are Token-2022 accounts', async () => {
    const extensions = [encodeScaledUiAmount(2, 3, 500n), encodePermanentDelegate(addressOf('boss'))];
    const accounts = held('scaled', { program: TOKEN_2022_PROGRAM, amount: 100n, extensions });
    const at = async (seconds: bigint) =>
      read([...accounts, account(CLOCK_ADDRESS, SYSTEM_PROGRAM, encodeClock(1n, seconds))]);
    expect((await at(499n)).item('scaled')).toMatchObject({
      uiAmountString: '2',
      mintFacts: { scaledUiAmount: { multiplier: 2 }, permanentDelegate: addressOf('boss') },
    });
    expect((await at(500n)).item('scaled')).toMatchObject({
      amount: 100n,
      uiAmountString: '3',
      mintFacts: { scaledUiAmount: { multiplier: 3 } },
    });
    expect((await at(0n)).asked.filter((key) => key === CLOCK_ADDRESS)).toHaveLength(1);
    expect((await read(held('classic'))).asked).not.toContain(CLOCK_ADDRESS);
  });

  it('a scaled amount is null if the node returns no clock', async () => {
    const extensions = [encodeScaledUiAmount(2)];
    const { item } = await read([
      ...held('scaled', { program: TOKEN_2022_PROGRAM, extensions }),
      ...held('plain', { program: TOKEN_2022_PROGRAM }),
    ]);
    expect(item('scaled')?.uiAmountString).toBeNull();
    expect(item('plain')?.uiAmountString).toBe('0.01');
  });

  it('an item whose mint is missing has no mint facts', async () => {
    const [token] = held('orphan');
    const { item } = await read(token === undefined ? [] : [token]);
    expect(item('orphan')).toMatchObject({
      warnings: ['mint-missing'],
      uiAmountString: null,
      mintFacts: {},
    });
  });
});
