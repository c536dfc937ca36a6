import { describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { favoriteAccount, nameAccounts, reverseAccount } from '@/lib/solana/accounts/name-service';
import { decodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import {
  NAME_OFFERS_PROGRAM,
  NAME_SERVICE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { encodeMint, encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { addressOf, account as snapshotAccount } from '@/lib/testing/solana/solana-wallet';
import { readPrimaryName } from './sol-names';

const WALLET = addressOf('named wallet');
const OTHER = addressOf('other wallet');
const SOL_TLD = '58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx';
const registryOf = (name: string) => nameAccounts(name).registry;
const bytesOf = (address: SolanaAddress) => Buffer.from(decodeAddress(address) ?? []);

const account = (pubkey: string, owner: string, ...data: Uint8Array[]): SnapshotAccount =>
  snapshotAccount(pubkey, owner, Buffer.concat(data));
const favorite = (name: string, program = NAME_OFFERS_PROGRAM) =>
  account(favoriteAccount(WALLET), program, Uint8Array.of(2), bytesOf(registryOf(name)));
const registered = (name: string, owner = WALLET, parent = SOL_TLD) =>
  account(registryOf(name), NAME_SERVICE_PROGRAM, bytesOf(parent), bytesOf(owner), new Uint8Array(32));
function reverse(name: string, text: string, parent?: string): SnapshotAccount {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(text));
  const key = reverseAccount(registryOf(name), parent && registryOf(parent));
  return account(key, NAME_SERVICE_PROGRAM, new Uint8Array(96), length, Buffer.from(text));
}
const held = (name: string, amount = 1n, owner = WALLET) =>
  account(
    addressOf(`account of ${name}`),
    TOKEN_PROGRAM,
    encodeTokenAccount({ mint: nameAccounts(name).nftMint, owner, amount }),
  );

async function read(accounts: SnapshotAccount[], fails = () => false) {
  const node = sampleNode(snapshotOf(1, accounts));
  let calls = 0;
  const transport = localTransport(async (method, params: unknown[], scope) => {
    calls += 1;
    if (fails()) throw new UpstreamCallError(-32000, 'no');
    return node(method, params, scope);
  });
  const name = await readPrimaryName(transport, WALLET, scopeOf(AbortSignal.timeout(120_000)));
  return { name, calls };
}
const nameOf = async (...accounts: SnapshotAccount[]) => (await read(accounts)).name;
const MINE = [favorite('mine.sol'), registered('mine.sol'), reverse('mine.sol', 'mine')];

describe('a primary .sol name', () => {
  it('derives the known reverse account of a .sol name', () => {
    expect(reverseAccount(registryOf('bonfida.sol'))).toBe('DqgmWxe2PPrfy45Ja3UPyFGwcbRzkRuwXt3NyxjX8krg');
    expect(reverseAccount(registryOf('dex.bonfida.sol'))).toBe(
      'BrRErziYEA9oBoDyYrdVF9p6Gs1QtdpaZ6AQpaybeZgf',
    );
  });

  it('the primary name is the favorite name that the wallet owns, read with two calls, or null after one call if there is no favorite', async () => {
    expect(await read(MINE)).toEqual({ name: 'mine.sol', calls: 2 });
    expect(await read([])).toEqual({ name: null, calls: 1 });
  });

  it('the primary name is null if the wallet no longer owns the favorite name', async () => {
    expect(
      await nameOf(favorite('mine.sol'), registered('mine.sol', OTHER), reverse('mine.sol', 'mine')),
    ).toBeNull();
    expect(await nameOf(favorite('mine.sol'), reverse('mine.sol', 'mine'))).toBeNull();
  });

  it('the primary name can be a wrapped name whose NFT is in any token account of the wallet', async () => {
    const nft = (supply: bigint) =>
      account(nameAccounts('mine.sol').nftMint, TOKEN_PROGRAM, encodeMint({ supply, decimals: 0 }));
    const names = [favorite('mine.sol'), registered('mine.sol', OTHER), reverse('mine.sol', 'mine')];
    expect(await nameOf(...names, nft(0n), held('mine.sol', 0n))).toBeNull();
    expect(await nameOf(...names, held('mine.sol'))).toBeNull();
    const wrapped = [...names, nft(1n)];
    expect(await read([...wrapped, held('mine.sol')])).toEqual({ name: 'mine.sol', calls: 3 });
    expect(await nameOf(...wrapped, held('mine.sol', 0n))).toBeNull();
    expect(await nameOf(...wrapped, held('mine.sol', 1n, OTHER))).toBeNull();
  });

  it('the primary name is null if the name resolves to another wallet: the holder of its NFT, or the wallet of its record', async () => {
    const { nftMint, nftRecord, recordV2 } = nameAccounts('mine.sol');
    const nft = account(nftMint, TOKEN_PROGRAM, encodeMint({ supply: 1n, decimals: 0 }));
    const active = account(nftRecord, 'nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk', Uint8Array.of(2));
    // The registry's owner is the wallet, as for a wrapped name whose escrow set a favorite.
    expect(await nameOf(...MINE, nft, held('mine.sol', 1n, OTHER))).toBeNull();
    expect(await nameOf(...MINE, active)).toBeNull();
    expect(await nameOf(...MINE, active, nft, held('mine.sol'))).toBe('mine.sol');
    const header = Uint8Array.of(1, 0, 1, 0, 32, 0, 0, 0);
    const record = (wallet: string) =>
      account(
        recordV2,
        NAME_SERVICE_PROGRAM,
        new Uint8Array(96),
        header,
        ...[WALLET, wallet, wallet].map(bytesOf),
      );
    expect(await nameOf(...MINE, record(OTHER))).toBeNull();
    expect(await nameOf(...MINE, record(WALLET))).toBe('mine.sol');
  });

  it('the primary name can be a subdomain', async () => {
    const sub = [
      favorite('sub.mine.sol'),
      registered('sub.mine.sol', WALLET, registryOf('mine.sol')),
      reverse('sub.mine.sol', '\0sub', 'mine.sol'),
      reverse('mine.sol', 'mine'),
    ];
    expect(await read(sub)).toEqual({ name: 'sub.mine.sol', calls: 3 });
  });

  it('the primary name is null if the reverse account contains a different name, or an account belongs to another program', async () => {
    for (const text of ['toly', 'mine.other', '', 'a b', 'x'.repeat(70)])
      expect(
        await nameOf(favorite('mine.sol'), registered('mine.sol'), reverse('mine.sol', text)),
      ).toBeNull();
    expect(await nameOf(...MINE.slice(1), favorite('mine.sol', SYSTEM_PROGRAM))).toBeNull();
    expect(
      await nameOf(...MINE.slice(0, 2), { ...reverse('mine.sol', 'mine'), owner: TOKEN_PROGRAM }),
    ).toBeNull();
  });

  it('reading the primary name rejects if the accounts cannot be read', async () => {
    await expect(read(MINE, () => true)).rejects.toMatchObject({ name: 'UpstreamUnavailableError' });
  });
});
