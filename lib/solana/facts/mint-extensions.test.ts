import { generateKeyPairSigner } from '@solana/kit';
import * as spl from '@solana/spl-token';
import { PublicKey, SystemProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { type Clock, decodeClock } from '@/lib/solana/accounts/clock';
import { decodeMint, type Mint } from '@/lib/solana/accounts/token-program';
import { CLOCK_ADDRESS, TOKEN_2022_PROGRAM } from '@/lib/solana/programs';
import { encodeExtended, encodeMint } from '@/lib/testing/solana/encode-token-accounts';
import { inProcessChain } from '@/lib/testing/solana/in-process-chain';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { mintFactsOf } from './mint-extensions';

const PROGRAM = new PublicKey(TOKEN_2022_PROGRAM);
const base = encodeMint({ supply: 1n, decimals: 2 });
const { ExtensionType: Type } = spl;

const factsOf = (data: Uint8Array, clock?: Clock) => mintFactsOf(decodeMint(data) as Mint, data, clock);

/** Creates a mint with the Token-2022 program. Returns the mint's data, its authority and the chain. */
async function madeMint(
  types: spl.ExtensionType[],
  initialize: (
    mint: PublicKey,
    authority: PublicKey,
  ) => ReturnType<typeof spl.createInitializeMint2Instruction>[],
) {
  const chain = await inProcessChain();
  const mint = await generateKeyPairSigner();
  const [payerKey, mintKey] = [new PublicKey(chain.payer.address), new PublicKey(mint.address)];
  await chain.send(
    [mint],
    [
      SystemProgram.createAccount({
        fromPubkey: payerKey,
        newAccountPubkey: mintKey,
        lamports: 50_000_000,
        space: spl.getMintLen(types),
        programId: PROGRAM,
      }),
      ...initialize(mintKey, payerKey),
      spl.createInitializeMint2Instruction(mintKey, 2, payerKey, payerKey, PROGRAM),
    ],
  );
  return { data: chain.read(mint.address), authority: chain.payer.address, chain };
}

describe('mintFactsOf', () => {
  it('decodes fees, authorities, hook, pause, default state and scaling as the token program writes them', async () => {
    const hook = new PublicKey(addressOf('hook'));
    const { data, authority } = await madeMint(
      [
        Type.TransferFeeConfig,
        Type.MintCloseAuthority,
        Type.DefaultAccountState,
        Type.PermanentDelegate,
        Type.TransferHook,
        Type.ScaledUiAmountConfig,
        Type.PausableConfig,
      ],
      (mint, owner) => [
        spl.createInitializeTransferFeeConfigInstruction(mint, owner, owner, 250, 2n ** 64n - 1n, PROGRAM),
        spl.createInitializeMintCloseAuthorityInstruction(mint, owner, PROGRAM),
        spl.createInitializeDefaultAccountStateInstruction(mint, spl.AccountState.Frozen, PROGRAM),
        spl.createInitializePermanentDelegateInstruction(mint, owner, PROGRAM),
        spl.createInitializeTransferHookInstruction(mint, owner, hook, PROGRAM),
        spl.createInitializeScaledUiAmountConfigInstruction(mint, owner, 1.25, PROGRAM),
        spl.createInitializePausableConfigInstruction(mint, owner, PROGRAM),
      ],
    );
    expect(factsOf(data, { epoch: 0n, unixTimestamp: 0n })).toEqual({
      mintAuthority: authority,
      freezeAuthority: authority,
      closeAuthority: authority,
      permanentDelegate: authority,
      transferFee: { basisPoints: 250, maximum: '18446744073709551615' },
      transferHook: hook.toBase58(),
      pausable: { paused: false },
      defaultState: 'frozen',
      scaledUiAmount: { multiplier: 1.25 },
    });
  });

  it('decodes interest and non-transferability as the token program writes them', async () => {
    const { data, authority, chain } = await madeMint(
      [Type.InterestBearingConfig, Type.NonTransferable],
      (mint, owner) => [
        spl.createInitializeInterestBearingMintInstruction(mint, owner, -125, PROGRAM),
        spl.createInitializeNonTransferableMintInstruction(mint, PROGRAM),
      ],
    );
    chain.setClock(812n, -5n);
    const clock = decodeClock(chain.read(CLOCK_ADDRESS as Parameters<typeof chain.read>[0]));
    expect(clock).toEqual({ epoch: 812n, unixTimestamp: -5n });
    expect(factsOf(data, clock)).toEqual({
      mintAuthority: authority,
      freezeAuthority: authority,
      nonTransferable: true,
      interestBearing: { rate: -125 },
    });
  });
});

/** Decodes the extensions in `data` with spl-token, with the transfer fee of `epoch`. */
function splReads(address: string, data: Buffer, epoch: bigint) {
  const account = { data, owner: PROGRAM, executable: false, lamports: 1 };
  const mint = spl.unpackMint(new PublicKey(address), account, PROGRAM);
  const orNone = (key: PublicKey | undefined) =>
    key === undefined || key.equals(PublicKey.default) ? null : key.toBase58();
  const fees = spl.getTransferFeeConfig(mint);
  const fee = fees && spl.getEpochFee(fees, epoch);
  const hook = spl.getTransferHook(mint);
  const close = spl.getMintCloseAuthority(mint);
  const permanent = spl.getPermanentDelegate(mint);
  const state = spl.getDefaultAccountState(mint);
  return {
    fee: fee && { basisPoints: fee.transferFeeBasisPoints, maximum: fee.maximumFee.toString() },
    hook: hook && orNone(hook.programId),
    close: close && orNone(close.closeAuthority),
    permanent: permanent && orNone(permanent.delegate),
    state: state && ['uninitialized', 'initialized', 'frozen'][state.state],
  };
}

it('decodes the extensions of recorded mints as spl-token does, and recognizes every extension', () => {
  const vectors = solanaVectors('mint2022');
  for (const { account, bytes } of vectors)
    for (const epoch of [0n, 500n, 600n, 2n ** 64n - 1n]) {
      const found = factsOf(bytes, { epoch, unixTimestamp: 0n });
      expect({
        fee: found.transferFee ?? null,
        hook: found.transferHook ?? null,
        close: found.closeAuthority ?? null,
        permanent: found.permanentDelegate ?? null,
        state: found.defaultState ?? null,
      }).toEqual(splReads(account.pubkey, bytes, epoch));
      expect(found.unknown).toBeUndefined();
    }
  expect(vectors.some(({ bytes }) => factsOf(bytes).permanentDelegate)).toBe(true);
});

describe('malformed extensions', () => {
  const read = (...entries: { type: number; value: Uint8Array }[]) =>
    factsOf(encodeExtended(base, 1, entries));

  it('lists unknown and malformed extensions by number', () => {
    expect(read({ type: 29, value: new Uint8Array(5) }, { type: 4_711, value: new Uint8Array(0) })).toEqual({
      unknown: [29, 4_711],
    });
    expect(read({ type: 12, value: new Uint8Array(31) })).toEqual({ unknown: [12] });
    expect(read({ type: 6, value: Uint8Array.of(9) })).toEqual({ unknown: [6] });
    const infinite = Buffer.alloc(56);
    infinite.writeDoubleLE(Number.POSITIVE_INFINITY, 32);
    expect(read({ type: 25, value: infinite })).toEqual({ unknown: [25] });
  });

  it('decodes only the first of two extensions with the same number', () => {
    expect(
      read({ type: 26, value: new Uint8Array(33).fill(1) }, { type: 26, value: new Uint8Array(33) }),
    ).toEqual({ pausable: { paused: true } });
  });

  it('lists only a limited number of unknown extensions', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      type: 100 + index,
      value: new Uint8Array(0),
    }));
    expect(read(...many).unknown).toHaveLength(64);
  });
});

it('selects a mint’s older or newer transfer fee by epoch', () => {
  const value = Buffer.alloc(108);
  value.writeBigUInt64LE(10n, 72 + 8);
  value.writeUInt16LE(100, 72 + 16);
  value.writeBigUInt64LE(700n, 90);
  value.writeBigUInt64LE(20n, 90 + 8);
  value.writeUInt16LE(200, 90 + 16);
  const data = encodeExtended(base, 1, [{ type: 1, value }]);
  const feeAt = (epoch: bigint) => factsOf(data, { epoch, unixTimestamp: 0n }).transferFee;
  expect(feeAt(699n)).toEqual({ basisPoints: 100, maximum: '10' });
  expect(feeAt(700n)).toEqual({ basisPoints: 200, maximum: '20' });
});
