import {
  NATIVE_LOADER,
  STAKE_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from '@/lib/solana/account-kind/known-programs';
import {
  NAME_SERVICE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '@/lib/solana/programs';
import { SAMPLE_BIG_WALLET, SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import {
  encodeMultisig,
  encodeNonceAccount,
  encodeProgram,
  encodeProgramData,
  encodeStakeAccount,
  encodeVoteAccount,
} from '@/lib/testing/solana/encode-accounts';

/** An account of the sample that nobody holds as a token. */
export type OtherAccount = {
  pubkey: string;
  owner: string;
  data: Uint8Array;
  lamports: bigint;
  executable?: boolean;
};

const stake = (label: string, deactivationEpoch: bigint | null, lockedUntil: bigint): OtherAccount => ({
  pubkey: sampleAddress(label),
  owner: STAKE_PROGRAM,
  lamports: 12_502_282_880n,
  data: encodeStakeAccount({
    rentExemptReserve: 2_282_880n,
    staker: SAMPLE_WALLET,
    withdrawer: SAMPLE_TINY_WALLET,
    lockup: {
      unixTimestamp: lockedUntil,
      epoch: 0n,
      custodian: lockedUntil === 0n ? SYSTEM_PROGRAM : SAMPLE_BIG_WALLET,
    },
    delegation: {
      voter: sampleAddress('vote account'),
      stake: 12_500_000_000n,
      activationEpoch: 612n,
      deactivationEpoch,
    },
  }),
});

const native = (pubkey: string, name: string): OtherAccount => ({
  pubkey,
  owner: NATIVE_LOADER,
  lamports: 1n,
  data: Buffer.from(name),
  executable: true,
});

/** A program and its code: of each, so much as tells its kind. */
const upgradeable = (pubkey: string, authority: string | null): OtherAccount[] => [
  {
    pubkey,
    owner: UPGRADEABLE_LOADER,
    lamports: 1_141_440n,
    data: encodeProgram(sampleAddress(`code of ${pubkey}`)),
    executable: true,
  },
  {
    pubkey: sampleAddress(`code of ${pubkey}`),
    owner: UPGRADEABLE_LOADER,
    lamports: 5_000_000_000n,
    data: encodeProgramData(250_000_000n, authority, 16),
  },
];

/** One of each kind of account that is neither a wallet nor a token's, and the programs of the sample. */
export const OTHER_ACCOUNTS: readonly OtherAccount[] = [
  stake('stake account', null, 0n),
  stake('locked stake account', 650n, 4_102_444_800n),
  {
    pubkey: sampleAddress('vote account'),
    owner: VOTE_PROGRAM,
    lamports: 27_074_400n,
    data: encodeVoteAccount(SAMPLE_WALLET, SAMPLE_WALLET, 5),
  },
  {
    pubkey: sampleAddress('nonce account'),
    owner: SYSTEM_PROGRAM,
    lamports: 1_447_680n,
    data: encodeNonceAccount(SAMPLE_WALLET, sampleAddress('durable nonce')),
  },
  {
    pubkey: sampleAddress('multisig'),
    owner: TOKEN_PROGRAM,
    lamports: 3_361_680n,
    data: encodeMultisig(2, [SAMPLE_WALLET, SAMPLE_TINY_WALLET, SAMPLE_BIG_WALLET]),
  },
  native(SYSTEM_PROGRAM, 'system_program'),
  native(VOTE_PROGRAM, 'vote_program'),
  native(STAKE_PROGRAM, 'stake_program'),
  native(UPGRADEABLE_LOADER, 'solana_bpf_loader_upgradeable_program'),
  ...upgradeable(TOKEN_PROGRAM, null),
  ...upgradeable(TOKEN_2022_PROGRAM, SAMPLE_WALLET),
  ...upgradeable(TOKEN_METADATA_PROGRAM, SAMPLE_WALLET),
  ...upgradeable(NAME_SERVICE_PROGRAM, null),
];
