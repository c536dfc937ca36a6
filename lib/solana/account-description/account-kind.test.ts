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
  PublicKey,
  StakeProgram,
  SystemProgram,
  VoteInit,
  VoteProgram,
} from '@solana/web3.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { MPL_CORE_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { inProcessChain } from '@/lib/testing/solana/in-process-chain';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { type AccountBytes, accountKindOf, decodeProgramData } from './account-kind';
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
    return { vote: vote.address, validator: node.address };
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

  it('names a vote account, its validator and who can withdraw, and a nonce account', async () => {
    const { vote, validator } = await voteAccount();
    expect(tell(vote)).toEqual({
      kind: 'other',
      name: 'Vote account',
      facts: { validator, withdrawer, commission: 700 },
    });
    const nonce = await generateKeyPairSigner();
    await chain.send([nonce], [create(nonce.address, NONCE_ACCOUNT_LENGTH, SYSTEM_PROGRAM)]);
    expect(tell(nonce.address)).toEqual({ kind: 'other', name: 'Nonce account' });
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
      required: 3,
      signers: signers.map((signer) => signer.toBase58()),
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
    expect(tell(program.programData)).toEqual({ kind: 'other', name: 'Program code' });
    expect(chain.account(VOTE_PROGRAM)?.owner).toBe(NATIVE_LOADER);
    expect(tell(VOTE_PROGRAM)).toEqual({ kind: 'program', programData: null });
    expect(tell('SysvarC1ock11111111111111111111111111111111')).toEqual({ kind: 'other', name: 'Sysvar' });
  });
});

describe('recorded accounts', () => {
  const KINDS: Record<string, string[]> = {
    mint: ['mint'],
    mint2022: ['mint'],
    token: ['token-account'],
    token2022: ['token-account'],
    metadata: ['Token metadata'],
    edition: ['Program data'],
    masterEdition: ['Program data'],
    core: ['MPL Core asset', 'MPL Core collection'],
  };
  const vectors = solanaVectors(...Object.keys(KINDS));

  it('returns the expected type for each recorded account', () => {
    const counts: Record<string, number> = {};
    for (const { account, bytes, expected } of vectors) {
      // Some accounts were recorded because their data is damaged.
      if (!expected.ok) continue;
      const told = accountKindOf(bytesOf(account.owner, bytes));
      const name = told.kind === 'other' ? told.name : told.kind;
      expect(KINDS[account.kind], `${account.pubkey} ${account.kind}`).toContain(name);
      counts[name] = (counts[name] ?? 0) + 1;
      if (name !== 'Token metadata') continue;
      const { mint, updateAuthority } = expected.decoded ?? {};
      expect(told).toMatchObject({ facts: { mint, updateAuthority } });
    }
    expect(counts.mint).toBeGreaterThan(50);
    expect(counts['token-account']).toBeGreaterThan(50);
    expect(counts['MPL Core asset']).toBeGreaterThan(10);
  });
});

describe('data that does not decode', () => {
  it('treats the account of an unknown program as program data', () => {
    expect(accountKindOf(bytesOf(addressOf('some program'), new Uint8Array(165)))).toEqual({
      kind: 'other',
      name: 'Program data',
    });
  });

  it.each<[string, string, Uint8Array]>([
    ['an uninitialized mint', TOKEN_PROGRAM, new Uint8Array(82)],
    ['a stake account with an unknown state', STAKE_PROGRAM, new Uint8Array(200).fill(4, 0, 1)],
    ['a truncated stake account', STAKE_PROGRAM, new Uint8Array(199).fill(2, 0, 1)],
    ['other data of the System program', SYSTEM_PROGRAM, new Uint8Array(79)],
    ['a burned MPL Core asset', MPL_CORE_PROGRAM, new Uint8Array(1)],
    ['an account of the loader in an unknown state', UPGRADEABLE_LOADER, new Uint8Array(300).fill(4, 0, 1)],
  ])('treats %s as a generic program account', (_, owner, data) => {
    expect(accountKindOf(bytesOf(owner, data))).toEqual({ kind: 'other', name: 'Program data' });
  });
});

it('decodes programdata without an upgrade authority from its first bytes', () => {
  const data = Buffer.alloc(45);
  data.writeUInt32LE(3, 0);
  data.writeBigUInt64LE(77n, 4);
  expect(decodeProgramData(data)).toEqual({ slot: 77n, upgradeAuthority: null });
  expect(decodeProgramData(data.subarray(0, 44))).toBeUndefined();
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
