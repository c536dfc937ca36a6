import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { nameAccounts } from '@/lib/solana/accounts/name-service';
import { decodeAddress, encodeAddress } from '@/lib/solana/address/address';
import { NAME_SERVICE_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { encodeNameAccount } from '@/lib/testing/solana/encode-accounts';
import { encodeMint, encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { account, addressOf } from '@/lib/testing/solana/solana-wallet';
import { resolveSolName } from './sol-names';

const NAME = 'someone.sol';
const { registry, recordV1, recordV2, nftRecord: nftRecordAddress, nftMint } = nameAccounts(NAME);
const seed = Buffer.alloc(32, 7);
const key = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
});
const OWNER = encodeAddress(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32));
const WALLET = addressOf('wallet');
const HOLDER = addressOf('holder');
const bytesOf = (address: string) => Buffer.from(decodeAddress(address) ?? []);

const registered = account(registry, NAME_SERVICE_PROGRAM, encodeNameAccount(OWNER));
const v1 = (signed = true) => {
  const message = Buffer.from(Buffer.concat([bytesOf(WALLET), bytesOf(recordV1)]).toString('hex'));
  return account(
    recordV1,
    NAME_SERVICE_PROGRAM,
    encodeNameAccount(
      OWNER,
      Buffer.concat([bytesOf(WALLET), signed ? sign(null, message, key) : Buffer.alloc(64)]),
    ),
  );
};
const v2 = (author: string, agreed: string, validation = 1) => {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(validation, 0);
  head.writeUInt16LE(validation, 2);
  head.writeUInt32LE(32, 4);
  return account(
    recordV2,
    NAME_SERVICE_PROGRAM,
    encodeNameAccount(OWNER, Buffer.concat([head, bytesOf(author), bytesOf(agreed), bytesOf(WALLET)])),
  );
};
const wrapped = [
  account(nftMint, TOKEN_PROGRAM, encodeMint({ supply: 1n, decimals: 0 })),
  account(
    addressOf('token account'),
    TOKEN_PROGRAM,
    encodeTokenAccount({ mint: nftMint, owner: HOLDER, amount: 1n }),
  ),
];

/** The name tokenizer's account: tag 2 while the name is wrapped, 3 afterwards. */
const nftRecord = (tag: number) =>
  account(
    nftRecordAddress,
    'nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk',
    Buffer.concat([Buffer.of(tag, 255), bytesOf(registry), bytesOf(HOLDER), bytesOf(nftMint)]),
  );

/** @param largest result of `getTokenLargestAccounts` */
function resolve(
  accounts: SnapshotAccount[],
  name = NAME,
  largest: unknown = [{ address: addressOf('token account'), amount: '1' }],
) {
  const node = sampleNode(snapshotOf(1, accounts));
  return resolveSolName(
    localTransport(async (method, params: unknown[], scope) =>
      method === 'getTokenLargestAccounts'
        ? { context: { slot: 1 }, value: largest }
        : node(method, params, scope),
    ),
    name,
    scopeOf(AbortSignal.timeout(120_000)),
  );
}

// The expected wallets and errors are those of `resolve` of @bonfida/spl-name-service 3.0.26 for the same accounts, except
// that it throws for a version 2 record whose wallet has not confirmed it.
describe('a .sol name', () => {
  it('derives the registry addresses that other sources publish for .sol names', () => {
    // Addresses published in the SDK tests of the name service and by a wallet.
    expect(nameAccounts('bonfida.sol').registry).toBe('Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb');
    expect(nameAccounts('dex.bonfida.sol').registry).toBe('HoFfFXqFHAC8RP3duuQNzag1ieUwJRBv1HtRNiWFq4Qu');
    expect(nameAccounts('toly.sol').registry).toBe('FX1APjKbFu6M8GKb3dGXcZLXjxX4fGaYwvHqb5Vaee8q');
    expect(nameAccounts('onbyose.sol').recordV1).toBe('BTK6nW6VoVBBYCWiYr1T7S7naWGVmTdWmsTg2Uqwadva');
    expect(nameAccounts('onybose.sol').nftMint).toBe('wACRG8QgteAzURE4pHunBtUdTcmQU7ZL1EmQyxncYDf');
    // From @bonfida/spl-name-service 3.0.26.
    expect(nameAccounts('onybose.sol').nftRecord).toBe('GZ2vqDab6uXDFob6qAmYuh7rFSD2L2NfFgpdt8BrgzMw');
  });

  it('a .sol name that is not registered resolves to null', async () => expect(await resolve([])).toBeNull());
  it('a .sol name whose account belongs to another program is not registered', async () => {
    expect(await resolve([{ ...registered, owner: TOKEN_PROGRAM }])).toBeNull();
  });
  it('a .sol name resolves to the owner in the name registry', async () => {
    expect(await resolve([registered])).toBe(OWNER);
    expect(await resolve([registered], '  SomeOne.SOL ')).toBe(OWNER);
  });
  it('a wrapped .sol name resolves to the holder of its NFT', async () => {
    expect(await resolve([registered, ...wrapped])).toBe(HOLDER);
    expect(
      await resolve([registered, account(nftMint, TOKEN_PROGRAM, encodeMint({ supply: 0n, decimals: 0 }))]),
    ).toBe(OWNER);
  });
  it.each([
    ['a version 2 SOL record of the holder', () => [v2(HOLDER, WALLET)]],
    ['a version 2 SOL record of the former owner', () => [v2(OWNER, WALLET)]],
    ['a version 1 SOL record', () => [v1()]],
    ['both SOL records', () => [v1(), v2(OWNER, WALLET)]],
  ])('a wrapped .sol name resolves to the holder of its NFT although it has %s', async (_, records) => {
    expect(await resolve([registered, nftRecord(2), ...wrapped, ...records()])).toBe(HOLDER);
    expect(await resolve([registered, ...wrapped, ...records()])).toBe(HOLDER);
  });
  it('a wrapped .sol name whose holder cannot be found is an error, not the escrow account', async () => {
    const error = { name: 'UpstreamUnavailableError', reason: 'upstream-incomplete' };
    const [mint] = wrapped;
    const burned = account(nftMint, TOKEN_PROGRAM, encodeMint({ supply: 0n, decimals: 0 }));
    const ofAnotherMint = account(
      addressOf('token account'),
      TOKEN_PROGRAM,
      encodeTokenAccount({ mint: addressOf('another mint'), owner: HOLDER, amount: 1n }),
    );
    for (const accounts of [[mint], [burned], [mint, ofAnotherMint], []])
      await expect(
        resolve([registered, nftRecord(2), v1(), ...accounts.flatMap((each) => each ?? [])]),
      ).rejects.toMatchObject(error);
    for (const largest of [[], null, [null], [{ amount: '0' }]])
      await expect(resolve([registered, ...wrapped], NAME, largest)).rejects.toMatchObject(error);
  });
  it('a .sol name that is no longer wrapped resolves like any other name', async () => {
    const unwrapped = account(nftMint, TOKEN_PROGRAM, encodeMint({ supply: 0n, decimals: 0 }));
    expect(await resolve([registered, nftRecord(3), unwrapped])).toBe(OWNER);
    expect(await resolve([registered, nftRecord(3), unwrapped, v1()])).toBe(WALLET);
  });
  it('a .sol name resolves to its SOL record if the owner has signed it', async () => {
    expect(await resolve([registered, v1()])).toBe(WALLET);
    expect(await resolve([registered, v1(false)])).toBe(OWNER);
  });
  it('a .sol name resolves to its version 2 SOL record if the current owner wrote it and the wallet confirmed it', async () => {
    expect(await resolve([registered, v2(OWNER, WALLET)])).toBe(WALLET);
    // A record of a former owner does not count.
    expect(await resolve([registered, v1(), v2(HOLDER, WALLET)])).toBe(WALLET);
    expect(await resolve([registered, v2(HOLDER, WALLET)])).toBe(OWNER);
    expect(await resolve([registered, v2(OWNER, HOLDER)])).toBe(OWNER);
    expect(await resolve([registered, v2(OWNER, WALLET, 3)])).toBe(OWNER);
  });
  it('a subdomain of a .sol name resolves to the subdomain’s owner', async () => {
    const sub = nameAccounts('sub.someone.sol').registry;
    expect(
      await resolve([account(sub, NAME_SERVICE_PROGRAM, encodeNameAccount(WALLET))], 'sub.someone.sol'),
    ).toBe(WALLET);
  });
  it.each([
    '',
    'sol',
    '.sol',
    'a b.sol',
    'name.eth',
    'a.b.c.sol',
    `${'a'.repeat(65)}.sol`,
    'x/y.sol',
    'a..sol',
  ])('rejects %j as a .sol name', async (name) => {
    await expect(resolve([], name)).rejects.toMatchObject({
      name: 'InvalidInputError',
      reason: 'invalid-name',
    });
  });
});
