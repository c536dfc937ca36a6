import { generateKeyPairSigner } from '@solana/kit';
import {
  createInitializeMint2Instruction,
  createInitializeMultisigInstruction,
  createInitializePermanentDelegateInstruction,
  ExtensionType,
  getMintLen,
} from '@solana/spl-token';
import {
  Authorized,
  Keypair,
  Lockup,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  PublicKey,
  StakeProgram,
  SystemProgram,
  VoteInit,
  VoteProgram,
} from '@solana/web3.js';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { inProcessChain } from '@/lib/testing/solana/in-process-chain';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { type AccountBytes, accountKindOf } from './account-kind';
import { NATIVE_LOADER, STAKE_PROGRAM, UPGRADEABLE_LOADER, VOTE_PROGRAM } from './known-programs';
import { activationOf, isLocked } from './stake-account';

const RENT = 20_000_000;
const STAKED = 1_000_000_000;
const bytesOf = (owner: string, data: Uint8Array, over: Partial<AccountBytes> = {}): AccountBytes => ({
  owner,
  lamports: 1n,
  executable: false,
  data,
  space: data.length,
  ...over,
});

describe('accountKindOf', () => {
  let chain: Awaited<ReturnType<typeof inProcessChain>>;
  let payer: PublicKey;
  const custodian = addressOf('custodian');
  const withdrawer = addressOf('withdrawer');
  beforeAll(async () => {
    chain = await inProcessChain();
    payer = new PublicKey(chain.payer.address);
  });

  const tell = (address: string) => accountKindOf(chain.account(address));
  const create = (address: string, space: number, programId: string, lamports = RENT) =>
    SystemProgram.createAccount({
      fromPubkey: payer,
      newAccountPubkey: new PublicKey(address),
      lamports,
      space,
      programId: new PublicKey(programId),
    });

  async function voteAccount() {
    const [vote, node] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
    await chain.send(
      [vote, node],
      VoteProgram.createAccount({
        fromPubkey: payer,
        votePubkey: new PublicKey(vote.address),
        lamports: 100_000_000,
        voteInit: new VoteInit(new PublicKey(node.address), payer, new PublicKey(withdrawer), 7),
      }).instructions,
    );
    return { vote: vote.address, node: node.address };
  }

  it('recognizes a wallet account and an account that does not exist', () => {
    expect(tell(chain.payer.address)).toEqual({ kind: 'wallet' });
    expect(tell(addressOf('nobody'))).toEqual({ kind: 'nothing' });
  });

  it('decodes a stake account in each state from its creation to its deactivation', async () => {
    const stake = await generateKeyPairSigner();
    const stakePubkey = new PublicKey(stake.address);
    await chain.send([stake], [create(stake.address, StakeProgram.space, STAKE_PROGRAM, STAKED + RENT)]);
    expect(tell(stake.address)).toEqual({ kind: 'stake', stake: { state: 'uninitialized' } });

    await chain.send(
      [],
      [
        StakeProgram.initialize({
          stakePubkey,
          authorized: new Authorized(payer, new PublicKey(withdrawer)),
          lockup: new Lockup(4_102_444_800, 900, new PublicKey(custodian)),
        }),
      ],
    );
    const reserve = chain.svm.minimumBalanceForRentExemption(BigInt(StakeProgram.space));
    const meta = {
      rentExemptReserve: reserve,
      staker: chain.payer.address,
      withdrawer,
      lockup: { unixTimestamp: 4_102_444_800n, epoch: 900n, custodian },
    };
    expect(tell(stake.address)).toEqual({
      kind: 'stake',
      stake: { state: 'initialized', ...meta, delegation: null },
    });

    const { vote } = await voteAccount();
    const { instructions } = StakeProgram.delegate({
      stakePubkey,
      authorizedPubkey: payer,
      votePubkey: new PublicKey(vote),
    });
    await chain.send([], instructions);
    const delegation = {
      voter: vote,
      stake: BigInt(STAKED + RENT) - reserve,
      activationEpoch: chain.svm.getClock().epoch,
      isOfGenesis: false,
      deactivationEpoch: null,
    };
    expect(tell(stake.address)).toEqual({
      kind: 'stake',
      stake: { state: 'delegated', ...meta, delegation },
    });

    const clock = chain.svm.getClock();
    clock.epoch += 3n;
    chain.svm.setClock(clock);
    await chain.send([], StakeProgram.deactivate({ stakePubkey, authorizedPubkey: payer }).instructions);
    expect(tell(stake.address)).toMatchObject({
      stake: { delegation: { deactivationEpoch: delegation.activationEpoch + 3n } },
    });
  });

  it('decodes a vote account', async () => {
    const { vote, node } = await voteAccount();
    expect(tell(vote)).toEqual({ kind: 'vote', vote: { node, withdrawer, commissionBasisPoints: 700 } });
  });

  it('decodes a nonce account like web3.js', async () => {
    const nonce = await generateKeyPairSigner();
    await chain.send([nonce], [create(nonce.address, NONCE_ACCOUNT_LENGTH, SYSTEM_PROGRAM)]);
    expect(tell(nonce.address)).toEqual({ kind: 'nonce', nonce: null });
    await chain.send(
      [],
      [
        SystemProgram.nonceInitialize({
          noncePubkey: new PublicKey(nonce.address),
          authorizedPubkey: new PublicKey(custodian),
        }),
      ],
    );
    const read = NonceAccount.fromAccountData(chain.read(nonce.address));
    expect(tell(nonce.address)).toEqual({
      kind: 'nonce',
      nonce: {
        authority: custodian,
        nonce: read.nonce,
        lamportsPerSignature: BigInt(read.feeCalculator.lamportsPerSignature),
      },
    });
    expect(read.authorizedPubkey.toBase58()).toBe(custodian);
  });

  it.each([TOKEN_PROGRAM, TOKEN_2022_PROGRAM])('decodes a multisig account of %s', async (program) => {
    const multisig = await generateKeyPairSigner();
    const signers = Array.from({ length: 5 }, () => Keypair.generate().publicKey);
    const address = new PublicKey(multisig.address);
    await chain.send(
      [multisig],
      [
        create(multisig.address, 355, program),
        createInitializeMultisigInstruction(address, signers, 3, new PublicKey(program)),
      ],
    );
    expect(tell(multisig.address)).toEqual({
      kind: 'multisig',
      multisig: { required: 3, signers: signers.map((each) => each.toBase58()) },
    });
  });

  it('decodes a mint account that has an extension', async () => {
    const mint = await generateKeyPairSigner();
    const [address, program] = [new PublicKey(mint.address), new PublicKey(TOKEN_2022_PROGRAM)];
    await chain.send(
      [mint],
      [
        create(mint.address, getMintLen([ExtensionType.PermanentDelegate]), TOKEN_2022_PROGRAM),
        createInitializePermanentDelegateInstruction(address, payer, program),
        createInitializeMint2Instruction(address, 6, payer, null, program),
      ],
    );
    expect(tell(mint.address)).toMatchObject({
      kind: 'mint',
      permanentDelegate: chain.payer.address,
      mint: { decimals: 6, supply: 0n, mintAuthority: chain.payer.address, freezeAuthority: null },
      extensions: ['Permanent delegate'],
    });
  });

  it('recognizes programs, their code accounts, and sysvars', () => {
    const program = tell(STAKE_PROGRAM);
    expect(chain.account(STAKE_PROGRAM)?.owner).toBe(UPGRADEABLE_LOADER);
    if (program.kind !== 'program' || program.programData === null) throw new Error(program.kind);
    expect(tell(program.programData).kind).toBe('program-data');
    expect(chain.account(VOTE_PROGRAM)?.owner).toBe(NATIVE_LOADER);
    expect(tell(VOTE_PROGRAM)).toEqual({ kind: 'program', programData: null });
    expect(tell('SysvarC1ock11111111111111111111111111111111')).toEqual({ kind: 'sysvar' });
  });
});

describe('recorded accounts', () => {
  const KINDS: Record<string, string[]> = {
    mint: ['mint'],
    mint2022: ['mint'],
    token: ['token-account'],
    token2022: ['token-account'],
    metadata: ['metadata'],
    edition: ['program-account'],
    masterEdition: ['program-account'],
    core: ['mpl-core'],
  };
  const vectors = solanaVectors(...Object.keys(KINDS));

  it('returns the expected type for each recorded account', () => {
    const counts: Record<string, number> = {};
    for (const { account, bytes, expected } of vectors) {
      // Some accounts were recorded because their data is damaged.
      if (!expected.ok) continue;
      const told = accountKindOf(bytesOf(account.owner, bytes));
      expect(KINDS[account.kind], `${account.pubkey} ${account.kind}`).toContain(told.kind);
      counts[told.kind] = (counts[told.kind] ?? 0) + 1;
    }
    expect(counts.mint).toBeGreaterThan(50);
    expect(counts['token-account']).toBeGreaterThan(50);
    expect(counts['mpl-core']).toBeGreaterThan(10);
  });

  it('decodes recorded MPL Core accounts like the MPL Core library', () => {
    const cores = solanaVectors('core').filter(({ expected }) => expected.ok);
    expect(cores.length).toBeGreaterThan(20);
    for (const { account, bytes, expected } of cores) {
      const told = accountKindOf(bytesOf(account.owner, bytes));
      if (told.kind !== 'mpl-core') throw new Error(`${account.pubkey} is ${told.kind}`);
      const { name, uri, owner = null, updateAuthority } = expected.decoded ?? {};
      expect({ name: told.core.name, uri: told.core.uri, owner: told.core.owner }).toEqual({
        name,
        uri,
        owner,
      });
      const { type, address } = updateAuthority as { type?: string; address?: string };
      if (told.core.what === 'collection') expect(told.core.updateAuthority).toBe(updateAuthority);
      else if (type === 'Collection') expect(told.core.collection).toBe(address);
      else expect(told.core.updateAuthority).toBe(address ?? null);
    }
  });
});

describe('data that does not decode', () => {
  const OWNERS = [
    SYSTEM_PROGRAM,
    TOKEN_PROGRAM,
    TOKEN_2022_PROGRAM,
    STAKE_PROGRAM,
    VOTE_PROGRAM,
    UPGRADEABLE_LOADER,
    ...['metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s', 'CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d'],
  ];

  it('treats account data that cannot be decoded as a program account, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...OWNERS), fc.uint8Array({ maxLength: 400 }), (owner, data) => {
        expect(accountKindOf(bytesOf(owner, data)).kind).toEqual(expect.any(String));
      }),
      { numRuns: 2_000 },
    );
    expect(accountKindOf(bytesOf(addressOf('some program'), new Uint8Array(165)))).toEqual({
      kind: 'program-account',
    });
  });

  it.each<[string, string, Uint8Array]>([
    ['an uninitialized mint', TOKEN_PROGRAM, new Uint8Array(82)],
    ['a multisig with too many signers', TOKEN_PROGRAM, multisigOf(2, 12)],
    ['a multisig that requires more signers than it has', TOKEN_PROGRAM, multisigOf(3, 2)],
    ['a stake account with an unknown state', STAKE_PROGRAM, new Uint8Array(200).fill(4, 0, 1)],
    ['a truncated stake account', STAKE_PROGRAM, new Uint8Array(199).fill(2, 0, 1)],
    ['a nonce account of an unknown version', SYSTEM_PROGRAM, new Uint8Array(80).fill(2, 0, 1)],
    ['other data of the System program', SYSTEM_PROGRAM, new Uint8Array(79)],
    ['a vote account of the first layout', VOTE_PROGRAM, new Uint8Array(3_731)],
    ['the buffer of an upgrade', UPGRADEABLE_LOADER, new Uint8Array(300).fill(1, 0, 1)],
  ])('treats %s as a generic program account', (_, owner, data) => {
    expect(accountKindOf(bytesOf(owner, data))).toEqual({ kind: 'program-account' });
  });

  function multisigOf(required: number, count: number) {
    const bytes = new Uint8Array(355);
    bytes.set([required, count, 1]);
    return bytes;
  }
});

describe('layouts that the local programs do not write', () => {
  it('decodes vote accounts of version 4 with a commission in basis points (SIMD-0185)', () => {
    const data = Buffer.alloc(3_762);
    data.writeUInt32LE(3, 0);
    data.set(new PublicKey(addressOf('node')).toBytes(), 4);
    data.set(new PublicKey(addressOf('withdrawer')).toBytes(), 36);
    data.fill(0xff, 68, 132);
    data.writeUInt16LE(425, 132);
    expect(accountKindOf(bytesOf(VOTE_PROGRAM, data))).toEqual({
      kind: 'vote',
      vote: { node: addressOf('node'), withdrawer: addressOf('withdrawer'), commissionBasisPoints: 425 },
    });
  });

  it('decodes truncated programdata as having no upgrade authority', () => {
    const data = Buffer.alloc(45);
    data.writeUInt32LE(3, 0);
    data.writeBigUInt64LE(77n, 4);
    expect(accountKindOf(bytesOf(UPGRADEABLE_LOADER, data, { space: 10_000_000 }))).toEqual({
      kind: 'program-data',
      programData: { slot: 77n, upgradeAuthority: null },
    });
  });
});

describe('a delegation', () => {
  const from10 = { voter: '', stake: 1n, activationEpoch: 10n, isOfGenesis: false, deactivationEpoch: null };
  it.each([
    [10n, 'activating'],
    [11n, 'active'],
    [500n, 'active'],
  ])('in epoch %s, a delegation activated in epoch 10 is %s', (epoch, word) => {
    expect(activationOf(from10, epoch)).toBe(word);
  });

  it.each([
    [19n, 'active'],
    [20n, 'deactivating'],
    [21n, 'inactive'],
  ])('in epoch %s, a delegation deactivated in epoch 20 is %s', (epoch, word) => {
    expect(activationOf({ ...from10, deactivationEpoch: 20n }, epoch)).toBe(word);
  });

  it('a delegation deactivated in its activation epoch is never active', () => {
    expect(activationOf({ ...from10, deactivationEpoch: 10n }, 10n)).toBe('inactive');
  });

  it('a delegation from genesis is active immediately', () => {
    expect(activationOf({ ...from10, activationEpoch: 18446744073709551615n, isOfGenesis: true }, 0n)).toBe(
      'active',
    );
  });
});

describe('a lockup', () => {
  const lockup = { unixTimestamp: 1_000n, epoch: 50n, custodian: '' };
  it('a lockup is in force until both its time and its epoch have passed', () => {
    expect(isLocked(lockup, 50n, 999n)).toBe(true);
    expect(isLocked(lockup, 49n, 1_000n)).toBe(true);
    expect(isLocked(lockup, 50n, 1_000n)).toBe(false);
    expect(isLocked(lockup, null, 1_000n)).toBe(false);
  });
});
