import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scopeOf } from '@/lib/promises/request-scope';
import { STAKE_PROGRAM, UPGRADEABLE_LOADER } from '@/lib/solana/account-description/known-programs';
import { findProgramAddress, metadataAddressOf } from '@/lib/solana/address/program-address';
import {
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '@/lib/solana/programs';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { tokenList } from '@/lib/solana/token-list';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { localTransport } from '@/lib/sources/transport/local-transport';
import { type HttpTransport, httpTransport } from '@/lib/sources/transport/transport';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { type NodeFault, type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { encodeProgram, encodeProgramData, encodeStakeAccount } from '@/lib/testing/solana/encode-accounts';
import {
  encodeExtended,
  encodeInlineMetadata,
  encodeMetadataPointer,
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/testing/solana/encode-token-accounts';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { describeAccount } from './describe-account';
import { readable } from './read-accounts';

const WALLET = SAMPLE_WALLET;
const MINT = addressOf('mint');
const INLINE = addressOf('inline mint');
const POINTED = addressOf('pointed mint');
const ELSEWHERE = addressOf('metadata elsewhere');
const FOREIGN = addressOf('mint with the metadata of another');
const PROGRAM = addressOf('program');
const STAKE = addressOf('stake');
const PDA = findProgramAddress([Buffer.from('vault')], PROGRAM) ?? '';
const LONG_URI = `https://documents.example/${'x'.repeat(6_000)}`;

const account = (pubkey: string, owner: string, data: Uint8Array, executable = false): SnapshotAccount => ({
  pubkey,
  owner,
  lamports: 9_007_199_254_740_993n,
  data: Buffer.from(data).toString('base64'),
  executable,
});
const pointerTo = (target: string) => ({ type: 18, value: encodeMetadataPointer(target) });
const inline = (mint: string, name: string, uri = '') => ({
  type: 19,
  value: encodeInlineMetadata({ updateAuthority: WALLET, mint, name, symbol: 'IN', uri }),
});
const metadata = (mint: string, name: string, symbol = 'SYM') =>
  encodeTokenMetadata({ updateAuthority: WALLET, mint, name, symbol, uri: 'https://m.example/1' });
const mint22 = (...entries: { type: number; value: Uint8Array }[]) =>
  encodeExtended(encodeMint({ supply: 5n, decimals: 2 }), 1, entries);

const ACCOUNTS: SnapshotAccount[] = [
  account(WALLET, SYSTEM_PROGRAM, new Uint8Array(0)),
  account(PDA, SYSTEM_PROGRAM, new Uint8Array(0)),
  account(MINT, TOKEN_PROGRAM, encodeMint({ supply: 18446744073709551615n, decimals: 6, authority: WALLET })),
  account(metadataAddressOf(MINT) ?? '', TOKEN_METADATA_PROGRAM, metadata(MINT, 'Metaplex')),
  account(
    addressOf('token account'),
    TOKEN_PROGRAM,
    encodeTokenAccount({ mint: MINT, owner: WALLET, amount: 7n, frozen: true }),
  ),
  account(
    addressOf('orphan'),
    TOKEN_PROGRAM,
    encodeTokenAccount({ mint: addressOf('closed mint'), owner: WALLET, amount: 7n }),
  ),
  account(
    INLINE,
    TOKEN_2022_PROGRAM,
    mint22(pointerTo(INLINE), inline(INLINE, 'Inline', LONG_URI), { type: 9, value: new Uint8Array(0) }),
  ),
  account(addressOf('listed mint'), TOKEN_PROGRAM, encodeMint({ supply: 5n, decimals: 2 })),
  account(addressOf('look-alike'), TOKEN_PROGRAM, encodeMint({ supply: 5n, decimals: 2 })),
  account(
    metadataAddressOf(addressOf('look-alike')) ?? '',
    TOKEN_METADATA_PROGRAM,
    metadata(addressOf('look-alike'), 'Get it at list.example.com', 'L1ST'),
  ),
  account(POINTED, TOKEN_2022_PROGRAM, mint22(pointerTo(ELSEWHERE))),
  account(ELSEWHERE, TOKEN_METADATA_PROGRAM, metadata(POINTED, 'Elsewhere')),
  account(FOREIGN, TOKEN_2022_PROGRAM, mint22(pointerTo(INLINE))),
  account(PROGRAM, UPGRADEABLE_LOADER, encodeProgram(addressOf('code')), true),
  account(addressOf('code'), UPGRADEABLE_LOADER, encodeProgramData(5n, WALLET, 3_000_000)),
  account(addressOf('closed program'), UPGRADEABLE_LOADER, encodeProgram(addressOf('no code')), true),
  account(
    STAKE,
    STAKE_PROGRAM,
    encodeStakeAccount({
      staker: WALLET,
      withdrawer: WALLET,
      lockup: { unixTimestamp: 0n, epoch: 0n, custodian: SYSTEM_PROGRAM },
      delegation: { voter: MINT, stake: 3n, activationEpoch: 4n, deactivationEpoch: null },
    }),
  ),
];

let node: TestNode;
let transport: HttpTransport;
beforeAll(async () => {
  node = await testNode(sampleNode(snapshotOf(2 * 432_000, ACCOUNTS)));
  transport = httpTransport({
    urls: [node.url],
    timeoutMs: 60_000,
    backoffMs: 5,
    maxAttempts: 2,
  });
});
afterAll(async () => {
  await transport.close();
  await node.close();
});
beforeEach(() => {
  node.fault = undefined;
  node.calls.length = 0;
});

/** A token list with one token. The token has no metadata, and another mint copies its symbol. */
const LIST = tokenList([
  [addressOf('listed mint'), { name: 'Listed', symbol: 'LIST', image: '', wellKnown: true }],
]);
const over = (asked: Transport) => ({ transport: asked, tokenList: async () => LIST });
const read = (address: string) =>
  readable(describeAccount(over(transport), address, scopeOf(AbortSignal.timeout(120_000))));
const failing = (method: string, fault: NodeFault) => {
  node.fault = (call) => (call.method === method ? fault : undefined);
};

describe('describeAccount', () => {
  it('describes a wallet with its exact balance, using one call', async () => {
    expect(await read(WALLET)).toEqual({
      address: WALLET,
      offCurve: false,
      owner: SYSTEM_PROGRAM,
      lamports: 9_007_199_254_740_993n,
      space: 0,
      account: { kind: 'wallet' },
      token: undefined,
      programData: undefined,
      epoch: undefined,
    });
    expect(node.calls.map(({ method }) => method)).toEqual(['getAccountInfo']);
  });

  it('reports that an address is off the curve, with and without an account', async () => {
    expect(await read(PDA)).toMatchObject({ offCurve: true, account: { kind: 'wallet' } });
    const unused = findProgramAddress([Buffer.from('unused')], PROGRAM) ?? '';
    expect(await read(unused)).toMatchObject({
      offCurve: true,
      owner: null,
      lamports: 0n,
      account: { kind: 'nothing' },
    });
  });

  it('describing a program reads only the first bytes of its code', async () => {
    expect(await read(addressOf('code'))).toMatchObject({
      space: 3_000_045,
      account: { kind: 'other', name: 'Program code' },
    });
    for (const { params } of node.calls)
      expect((params[1] as { dataSlice: { length: number } }).dataSlice.length).toBeLessThanOrEqual(4_096);
  });

  it('describes an account even if the node ignores `dataSlice`', async () => {
    const plain = sampleNode(snapshotOf(1_000, ACCOUNTS));
    const whole = localTransport((method, [key]: unknown[], scope) =>
      plain(method, [key, { encoding: 'base64' }], scope),
    );
    const reading = await describeAccount(
      over(whole),
      addressOf('code'),
      scopeOf(AbortSignal.timeout(120_000)),
    );
    expect(reading).toMatchObject({ space: 3_000_045, account: { kind: 'other', name: 'Program code' } });
  });

  it.each<[string, NodeFault]>([
    ['a number instead of an account object', { status: 200, body: '{"jsonrpc":"2.0","id":0,"result":7}' }],
    ['a refusal', { rpcError: { code: -32601, message: 'Method not found' } }],
    ['503', { status: 503 }],
    ['HTML', 'html'],
  ])('describing an account rejects when the node responds with %s', async (_, fault) => {
    failing('getAccountInfo', fault);
    await expect(read(WALLET)).rejects.toMatchObject({ name: 'UpstreamUnavailableError' });
  });

  it('describing an account rejects malformed data', async () => {
    const answers = [
      { lamports: 1, data: ['', 'base64'] },
      { owner: WALLET, lamports: 1.5, data: ['', 'base64'] },
      { owner: WALLET, lamports: -1, data: ['', 'base64'] },
      { owner: WALLET, lamports: 1, data: ['', 'base58'] },
      { owner: WALLET, lamports: 1, data: { parsed: {} } },
      'account',
    ];
    const failures = await Promise.all(
      answers.map((value) =>
        describeAccount(
          over(localTransport(async () => ({ context: { slot: 1 }, value }))),
          WALLET,
          scopeOf(AbortSignal.timeout(120_000)),
        ).catch((thrown: { reason?: string }) => thrown.reason),
      ),
    );
    expect(failures).toEqual(answers.map(() => 'upstream-malformed'));
  });
});

describe('the facts of describeAccount', () => {
  it('the description of a mint includes its metadata', async () => {
    expect(await read(MINT)).toMatchObject({
      account: { kind: 'mint', mint: { supply: 18446744073709551615n }, extensions: [] },
      token: { decimals: 6, name: 'Metaplex', symbol: 'SYM', uri: 'https://m.example/1' },
    });
    expect(node.calls).toHaveLength(2);
  });

  it('the description of a mint includes its name from the token list, and a warning about a look-alike symbol', async () => {
    expect((await read(addressOf('listed mint'))).token).toMatchObject({ name: 'Listed', warnings: [] });
    expect((await read(addressOf('look-alike'))).token).toMatchObject({
      name: 'Get it at list.example.com',
      symbol: 'L1ST',
      warnings: ['link-in-name', 'look-alike-symbol'],
      looksLike: { symbol: 'LIST', mint: addressOf('listed mint') },
    });
  });

  it('the description of a token account includes its mint', async () => {
    expect(await read(addressOf('token account'))).toMatchObject({
      account: { kind: 'token-account', account: { mint: MINT, owner: WALLET, amount: 7n, state: 'frozen' } },
      token: { decimals: 6, symbol: 'SYM' },
    });
    expect((await read(addressOf('orphan'))).token).toBeUndefined();
  });

  it('the description of a mint includes long metadata stored in the mint', async () => {
    expect(await read(INLINE)).toMatchObject({
      account: { kind: 'mint', extensions: ['Metadata pointer', 'Token metadata', 'Non-transferable'] },
      token: { decimals: 2, name: 'Inline', uri: LONG_URI },
    });
  });

  it('the description of a mint includes the metadata that its pointer names, unless this metadata belongs to another mint', async () => {
    expect((await read(POINTED)).token).toMatchObject({ name: 'Elsewhere' });
    expect((await read(FOREIGN)).token).toEqual({
      decimals: 2,
      name: '',
      symbol: '',
      uri: '',
      warnings: [],
    });
  });

  it('the description of a program includes its code and upgrade authority', async () => {
    expect(await read(PROGRAM)).toMatchObject({
      account: { kind: 'program', programData: addressOf('code') },
      programData: { slot: 5n, upgradeAuthority: WALLET },
    });
    expect((await read(addressOf('closed program'))).programData).toBeNull();
  });

  it('the description of a stake account includes the current epoch', async () => {
    expect(await read(STAKE)).toMatchObject({ account: { kind: 'stake' }, epoch: 2n });
  });

  it('facts about an account that cannot be read are undefined, and the call succeeds', async () => {
    failing('getMultipleAccounts', { status: 503 });
    expect(await read(MINT)).toMatchObject({ account: { kind: 'mint' }, token: undefined });
    failing('getEpochInfo', { rpcError: { code: -32601, message: 'Method not found' } });
    expect(await read(STAKE)).toMatchObject({ account: { kind: 'stake' }, epoch: undefined });
    node.fault = ({ params }) => (params[0] === addressOf('code') ? 'html' : undefined);
    expect(await read(PROGRAM)).toMatchObject({ account: { kind: 'program' }, programData: undefined });
  });
});
