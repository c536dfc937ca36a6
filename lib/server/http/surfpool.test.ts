import {
  AccountState,
  createAmountToUiAmountInstruction,
  createApproveInstruction,
  createAssociatedTokenAccountInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createEnableCpiGuardInstruction,
  createEnableRequiredMemoTransfersInstruction,
  createFreezeAccountInstruction,
  createInitializeDefaultAccountStateInstruction,
  createInitializeGroupInstruction,
  createInitializeGroupMemberPointerInstruction,
  createInitializeGroupPointerInstruction,
  createInitializeInterestBearingMintInstruction,
  createInitializeInstruction as createInitializeMetadata,
  createInitializeMetadataPointerInstruction,
  createInitializeMint2Instruction,
  createInitializeMintCloseAuthorityInstruction,
  createInitializeNonTransferableMintInstruction,
  createInitializePausableConfigInstruction,
  createInitializePermanentDelegateInstruction,
  createInitializeScaledUiAmountConfigInstruction,
  createInitializeTransferFeeConfigInstruction,
  createInitializeTransferHookInstruction,
  createMintToInstruction,
  createPauseInstruction,
  createReallocateInstruction,
  createTransferCheckedInstruction,
  createUpdateMultiplierDataInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
} from '@solana/spl-token';
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-program';
import type { ExtendedNft, ExtendedToken } from '@/lib/solana/holdings';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { hasSurfpool, type Surfpool, startSurfpool } from '@/lib/testing/nodes/surfpool';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { encodeMint } from '@/lib/testing/solana/encode-token-accounts';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';

// Compares listings with the `jsonParsed` accounts of an independent Solana node.

const CLASSIC = new PublicKey(TOKEN_PROGRAM);
const EXTENDED = new PublicKey(TOKEN_2022_PROGRAM);

/** A token account in the node's `jsonParsed` format. */
type Parsed = {
  pubkey: string;
  account: {
    data: {
      parsed: {
        info: {
          mint: string;
          state: 'initialized' | 'frozen';
          delegate?: string;
          delegatedAmount?: { amount: string };
          closeAuthority?: string;
          tokenAmount: { amount: string; decimals: number; uiAmountString: string };
        };
      };
    };
  };
};

describe.skipIf(!hasSurfpool)('on an independent node', () => {
  let node: Surfpool;
  let running: RunningService;
  const payer = Keypair.generate();
  const owner = Keypair.generate();
  const other = Keypair.generate();

  beforeAll(async () => {
    node = await startSurfpool();
    running = await runService({ SOLANA_RPC_URL_101: node.url, SOLANA_CACHE_MS: '0' });
    await node.rpc('requestAirdrop', payer.publicKey.toBase58(), 500_000_000_000);
  });
  afterAll(async () => {
    await running?.stop();
    await node?.stop();
  });

  async function list(
    address: string,
    extended = true,
  ): Promise<{ nfts: ExtendedNft[]; tokens: ExtendedToken[] }> {
    const { json } = await running.call('/solana', {
      jsonrpc: '2.0',
      id: 1,
      chainId: 101,
      method: 'enhancedGetTokensAndNFTs',
      params: [address, { extended }],
    });
    expect(json.error).toBeUndefined();
    return json.result;
  }

  /** Asserts that a listing in the default format equals the node's accounts. */
  async function expectSameDocumented(address: string): Promise<void> {
    const [plain, extended] = [await list(address, false), await list(address)];
    for (const kind of ['nfts', 'tokens'] as const) {
      expect(plain[kind].length).toBe(extended[kind].length);
      for (const [i, item] of plain[kind].entries()) expect(extended[kind][i]).toMatchObject(item);
    }
  }

  async function parsed(address: string): Promise<Parsed[]> {
    const lists = await Promise.all(
      [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((programId) =>
        node.rpc('getTokenAccountsByOwner', address, { programId }, { encoding: 'jsonParsed' }),
      ),
    );
    return (lists as { value: Parsed[] }[])
      .flatMap(({ value }) => value)
      .filter(({ account }) => account.data.parsed.info.tokenAmount.amount !== '0');
  }

  /** Reads every account of an owner from the node and from the listing, in the same format. */
  async function bothOf(address: string) {
    const { nfts, tokens } = await list(address);
    const ours = [...nfts, ...tokens].map((item) => ({
      address: item.address,
      mint: item.mint,
      amount: item.amountString,
      decimals: item.decimals,
      state: item.state,
      delegate: item.delegate,
      delegatedAmount: item.delegatedAmount,
      closeAuthority: item.closeAuthority,
      uiAmountString: item.uiAmountString,
    }));
    const theirs = (await parsed(address)).map(({ pubkey, account }) => {
      const { mint, state, delegate, delegatedAmount, closeAuthority, tokenAmount } =
        account.data.parsed.info;
      return {
        address: pubkey,
        mint,
        amount: tokenAmount.amount,
        decimals: tokenAmount.decimals,
        state,
        delegate: delegate ?? null,
        delegatedAmount: delegatedAmount?.amount ?? '0',
        closeAuthority: closeAuthority ?? null,
        uiAmountString: tokenAmount.uiAmountString,
      };
    });
    const byAddress = (a: { address: string }, b: { address: string }) => (a.address < b.address ? -1 : 1);
    return { ours: ours.sort(byAddress), theirs: theirs.sort(byAddress) };
  }

  async function send(signers: Keypair[], ...instructions: TransactionInstruction[]): Promise<void> {
    const { value } = (await node.rpc('getLatestBlockhash')) as { value: { blockhash: string } };
    const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: value.blockhash });
    transaction.add(...instructions).sign(payer, ...signers);
    const signature = await node.rpc('sendTransaction', transaction.serialize().toString('base64'), {
      encoding: 'base64',
    });
    for (let tries = 0; tries < 600; tries++) {
      const { value: statuses } = (await node.rpc('getSignatureStatuses', [signature])) as {
        value: ({ err: unknown } | null)[];
      };
      const [status] = statuses;
      if (status?.err) throw new Error(JSON.stringify(status.err));
      if (status) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('The transaction was not accepted');
  }

  /** Returns the UI amount that the token program computes for an amount of a mint. */
  async function programSays(mint: PublicKey, amount: bigint): Promise<string> {
    const { value } = (await node.rpc('getLatestBlockhash')) as { value: { blockhash: string } };
    const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: value.blockhash });
    transaction.add(createAmountToUiAmountInstruction(mint, amount, EXTENDED)).sign(payer);
    const simulated = (await node.rpc('simulateTransaction', transaction.serialize().toString('base64'), {
      encoding: 'base64',
    })) as { value: { err: unknown; returnData: { data: [string, 'base64'] } } };
    expect(simulated.value.err).toBeNull();
    return Buffer.from(simulated.value.returnData.data[0], 'base64').toString();
  }

  /** Creates a mint with extensions and a token account of `owner` with `amount`. */
  async function held(
    amount: bigint,
    decimals: number,
    extensions: [ExtensionType, (mint: PublicKey) => TransactionInstruction][] | null = null,
  ): Promise<{ mint: PublicKey; account: PublicKey; program: PublicKey }> {
    const mint = Keypair.generate();
    const program = extensions === null ? CLASSIC : EXTENDED;
    const space = getMintLen((extensions ?? []).map(([type]) => type));
    const account = getAssociatedTokenAddressSync(mint.publicKey, owner.publicKey, false, program);
    await send(
      [mint],
      SystemProgram.createAccount({
        fromPubkey: payer.publicKey,
        newAccountPubkey: mint.publicKey,
        space,
        lamports: 10_000_000,
        programId: program,
      }),
      ...(extensions ?? []).map(([, instruction]) => instruction(mint.publicKey)),
      createInitializeMint2Instruction(mint.publicKey, decimals, payer.publicKey, payer.publicKey, program),
      createAssociatedTokenAccountInstruction(
        payer.publicKey,
        account,
        owner.publicKey,
        mint.publicKey,
        program,
      ),
      createMintToInstruction(mint.publicKey, account, payer.publicKey, amount, [], program),
    );
    return { mint: mint.publicKey, account, program };
  }

  it('lists the recorded accounts with the same values as the node’s parsed accounts', async () => {
    const recorded = solanaVectors().filter(({ expected }) => expected.alt === 0);
    const known = new Set(recorded.map(({ account }) => account.pubkey));
    const owners = new Set<string>();
    for (const { account, bytes } of recorded) {
      await node.setAccount(account.pubkey, { owner: account.owner, data: bytes });
      const isToken = account.owner === TOKEN_PROGRAM || account.owner === TOKEN_2022_PROGRAM;
      const token = isToken ? decodeTokenAccount(bytes) : undefined;
      if (token === undefined) continue;
      owners.add(token.owner);
      if (known.has(token.mint)) continue;
      // Add the mints that were not recorded with their accounts: the node needs them to parse an account.
      known.add(token.mint);
      const data = encodeMint({ supply: 1_000n, decimals: 2 });
      await node.setAccount(token.mint, { owner: account.owner, data });
    }
    let accounts = 0;
    for (const each of owners) {
      const { ours, theirs } = await bothOf(each);
      await expectSameDocumented(each);
      expect(ours).toEqual(theirs);
      accounts += ours.length;
    }
    expect(owners.size).toBeGreaterThan(20);
    expect(accounts).toBeGreaterThan(60);
  });

  it('lists minted, transferred, delegated, frozen, burned and closed classic tokens', async () => {
    const moved = await held(1_234_567n, 6);
    const away = getAssociatedTokenAddressSync(moved.mint, other.publicKey);
    await send(
      [owner],
      createAssociatedTokenAccountInstruction(payer.publicKey, away, other.publicKey, moved.mint),
      createTransferCheckedInstruction(moved.account, moved.mint, away, owner.publicKey, 34_567n, 6),
      createApproveInstruction(moved.account, other.publicKey, owner.publicKey, 500n),
    );
    const frozen = await held(18_446_744_073_709_551_615n, 9);
    await send([], createFreezeAccountInstruction(frozen.account, frozen.mint, payer.publicKey));
    const closed = await held(5n, 0);
    await send(
      [owner],
      createBurnInstruction(closed.account, closed.mint, owner.publicKey, 5n),
      createCloseAccountInstruction(closed.account, payer.publicKey, owner.publicKey),
    );
    const { ours, theirs } = await bothOf(owner.publicKey.toBase58());
    await expectSameDocumented(owner.publicKey.toBase58());
    expect(ours).toEqual(theirs);
    expect(ours).toHaveLength(2);
    expect(ours.find(({ mint }) => mint === moved.mint.toBase58())).toMatchObject({
      amount: '1200000',
      delegate: other.publicKey.toBase58(),
      delegatedAmount: '500',
    });
    const { tokens } = await list(owner.publicKey.toBase58());
    expect(tokens.find(({ mint }) => mint === frozen.mint.toBase58())).toMatchObject({
      state: 'frozen',
      lock: 'frozen',
      mintFacts: { mintAuthority: payer.publicKey.toBase58(), freezeAuthority: payer.publicKey.toBase58() },
    });
  });

  const authority = payer.publicKey;
  const authorityText = authority.toBase58();
  const hook = Keypair.generate().publicKey;
  // Test every mint extension that both the node's program and the client support.
  it.each<[string, ExtensionType, (mint: PublicKey) => TransactionInstruction, object]>([
    [
      'transfer fee',
      ExtensionType.TransferFeeConfig,
      (mint) =>
        createInitializeTransferFeeConfigInstruction(mint, authority, authority, 250, 9_999n, EXTENDED),
      { transferFee: { basisPoints: 250, maximum: '9999' } },
    ],
    [
      'close authority',
      ExtensionType.MintCloseAuthority,
      (mint) => createInitializeMintCloseAuthorityInstruction(mint, authority, EXTENDED),
      { closeAuthority: authorityText },
    ],
    [
      'permanent delegate',
      ExtensionType.PermanentDelegate,
      (mint) => createInitializePermanentDelegateInstruction(mint, authority, EXTENDED),
      { permanentDelegate: authorityText },
    ],
    [
      'default state',
      ExtensionType.DefaultAccountState,
      (mint) => createInitializeDefaultAccountStateInstruction(mint, AccountState.Initialized, EXTENDED),
      { defaultState: 'initialized' },
    ],
    [
      'non-transferable',
      ExtensionType.NonTransferable,
      (mint) => createInitializeNonTransferableMintInstruction(mint, EXTENDED),
      { nonTransferable: true },
    ],
    [
      'transfer hook',
      ExtensionType.TransferHook,
      (mint) => createInitializeTransferHookInstruction(mint, authority, hook, EXTENDED),
      { transferHook: hook.toBase58() },
    ],
    [
      'pausable',
      ExtensionType.PausableConfig,
      (mint) => createInitializePausableConfigInstruction(mint, authority, EXTENDED),
      { pausable: { paused: false } },
    ],
    [
      'interest',
      ExtensionType.InterestBearingConfig,
      (mint) => createInitializeInterestBearingMintInstruction(mint, authority, 500, EXTENDED),
      { interestBearing: { rate: 500 } },
    ],
    [
      'confidential transfers',
      ExtensionType.ConfidentialTransferMint,
      (mint) => confidentialTransfers(mint, authority),
      { confidential: true },
    ],
    [
      'scale',
      ExtensionType.ScaledUiAmountConfig,
      (mint) => createInitializeScaledUiAmountConfigInstruction(mint, authority, 2.5, EXTENDED),
      { scaledUiAmount: { multiplier: 2.5 } },
    ],
  ])(
    'reports the facts of a mint with %s, and lists the mint’s token account with the same values as the node',
    async (_name, type, make, fact) => {
      const { mint } = await held(1_000_003n, 4, [[type, make]]);
      const { tokens } = await list(owner.publicKey.toBase58());
      const token = tokens.find((each) => each.mint === mint.toBase58());
      expect(token?.mintFacts).toMatchObject(fact);
      const { ours, theirs } = await bothOf(owner.publicKey.toBase58());
      const same = ({ mint: of }: { mint: string }) => of === mint.toBase58();
      // Compare an interest-bearing amount without its last digits: it grows between the two reads.
      const settled = type === ExtensionType.InterestBearingConfig ? roughly : exactly;
      expect(ours.filter(same).map(settled)).toEqual(theirs.filter(same).map(settled));
      expect(ours.filter(same)).toHaveLength(1);
    },
  );

  it.each<[string, ExtensionType, (mint: PublicKey) => TransactionInstruction]>([
    [
      'metadata',
      ExtensionType.MetadataPointer,
      (mint) => createInitializeMetadataPointerInstruction(mint, authority, hook, EXTENDED),
    ],
    [
      'group',
      ExtensionType.GroupPointer,
      (mint) => createInitializeGroupPointerInstruction(mint, authority, hook, EXTENDED),
    ],
    [
      'group member',
      ExtensionType.GroupMemberPointer,
      (mint) => createInitializeGroupMemberPointerInstruction(mint, authority, hook, EXTENDED),
    ],
  ])(
    'reports neither a fact nor an unknown extension for a mint with a %s pointer',
    async (_name, type, make) => {
      const { mint } = await held(5n, 1, [[type, make]]);
      const { tokens } = await list(owner.publicKey.toBase58());
      const token = tokens.find((each) => each.mint === mint.toBase58());
      expect(token?.mintFacts).toEqual({ mintAuthority: authorityText, freezeAuthority: authorityText });
      expect(token?.uiAmountString).toBe('0.5');
    },
  );

  it('lists mints with metadata and a group, and token accounts with extensions', async () => {
    const mint = Keypair.generate();
    const words = {
      mint: mint.publicKey,
      name: 'Inline',
      symbol: 'NLN9',
      uri: 'https://documents.example/1',
    };
    const account = getAssociatedTokenAddressSync(mint.publicKey, other.publicKey, false, EXTENDED);
    const types = [ExtensionType.MetadataPointer, ExtensionType.GroupPointer];
    await send(
      [mint],
      SystemProgram.createAccount({
        fromPubkey: payer.publicKey,
        newAccountPubkey: mint.publicKey,
        space: getMintLen(types),
        lamports: 100_000_000,
        programId: EXTENDED,
      }),
      createInitializeMetadataPointerInstruction(mint.publicKey, authority, mint.publicKey, EXTENDED),
      createInitializeGroupPointerInstruction(mint.publicKey, authority, mint.publicKey, EXTENDED),
      createInitializeMint2Instruction(mint.publicKey, 2, authority, null, EXTENDED),
      createInitializeMetadata({
        ...words,
        programId: EXTENDED,
        metadata: mint.publicKey,
        updateAuthority: authority,
        mintAuthority: authority,
      }),
      createInitializeGroupInstruction({
        programId: EXTENDED,
        group: mint.publicKey,
        mint: mint.publicKey,
        mintAuthority: authority,
        updateAuthority: authority,
        maxSize: 3n,
      }),
      createAssociatedTokenAccountInstruction(authority, account, other.publicKey, mint.publicKey, EXTENDED),
      createMintToInstruction(mint.publicKey, account, authority, 250n, [], EXTENDED),
    );
    await send(
      [other],
      createReallocateInstruction(
        account,
        authority,
        [ExtensionType.MemoTransfer, ExtensionType.CpiGuard],
        other.publicKey,
        [],
        EXTENDED,
      ),
      createEnableRequiredMemoTransfersInstruction(account, other.publicKey, [], EXTENDED),
      createEnableCpiGuardInstruction(account, other.publicKey, [], EXTENDED),
    );
    const { tokens } = await list(other.publicKey.toBase58());
    expect(tokens.find((each) => each.mint === mint.publicKey.toBase58())).toMatchObject({
      name: 'Inline',
      symbol: 'NLN9',
      amountString: '250',
      uiAmountString: '2.5',
      mintFacts: { mintAuthority: authorityText },
      warnings: [],
    });
    const { ours, theirs } = await bothOf(other.publicKey.toBase58());
    expect(ours).toEqual(theirs);
    await expectSameDocumented(other.publicKey.toBase58());
  });

  it('reports that a paused mint is paused', async () => {
    const { mint } = await held(1n, 0, [
      [
        ExtensionType.PausableConfig,
        (each) => createInitializePausableConfigInstruction(each, authority, EXTENDED),
      ],
    ]);
    await send([], createPauseInstruction(mint, authority, [], EXTENDED));
    const { tokens } = await list(owner.publicKey.toBase58());
    expect(tokens.find((each) => each.mint === mint.toBase58())?.mintFacts.pausable).toEqual({
      paused: true,
    });
  });

  it('computes scaled and interest-bearing amounts with the chain’s clock', async () => {
    const scaled = await held(7_000_000n, 6, [
      [
        ExtensionType.ScaledUiAmountConfig,
        (mint) => createInitializeScaledUiAmountConfigInstruction(mint, authority, 1, EXTENDED),
      ],
    ]);
    const growing = await held(7_000_000n, 6, [
      [
        ExtensionType.InterestBearingConfig,
        (mint) => createInitializeInterestBearingMintInstruction(mint, authority, 1_000, EXTENDED),
      ],
    ]);
    const now = await clockOf(node);
    const later = now + 86_400 * 30;
    await send(
      [],
      createUpdateMultiplierDataInstruction(scaled.mint, authority, 3, BigInt(later), [], EXTENDED),
    );
    const amounts = async () => {
      const { tokens } = await list(owner.publicKey.toBase58());
      const of = (mint: PublicKey) => tokens.find((each) => each.mint === mint.toBase58())?.uiAmountString;
      return { scaled: of(scaled.mint), growing: Number(of(growing.mint)) };
    };
    const before = await amounts();
    expect(before.scaled).toBe('7');
    for (const days of [29, 31, 60, 365, 3_650]) {
      await node.setClock(now + 86_400 * days);
      // Compare with the program's amount: the node's `jsonParsed` uses a different clock.
      const low = Number(await programSays(growing.mint, 7_000_000n));
      const after = await amounts();
      const high = Number(await programSays(growing.mint, 7_000_000n));
      expect(after.scaled).toBe(days < 30 ? '7' : '21');
      expect(await programSays(scaled.mint, 7_000_000n)).toBe(after.scaled);
      // The amount grows every second, so the listed amount must lie between two amounts from the program.
      expect(after.growing).toBeGreaterThanOrEqual(low);
      expect(after.growing).toBeLessThanOrEqual(high);
      // Continuous compounding at 10 % a year.
      expect(after.growing).toBeCloseTo(7 * Math.exp((0.1 * days) / 365.24), 3);
    }
  });
});

/**
 * Creates the instruction that sets up auto-approved confidential transfers without an auditor. The
 * client library does not provide it.
 */
const confidentialTransfers = (mint: PublicKey, authority: PublicKey) =>
  new TransactionInstruction({
    programId: EXTENDED,
    keys: [{ pubkey: mint, isSigner: false, isWritable: true }],
    data: Buffer.concat([Buffer.from([27, 0]), authority.toBuffer(), Buffer.from([1]), Buffer.alloc(32)]),
  });

type Amount = { uiAmountString: string | null };
const exactly = <T extends Amount>(item: T): T => item;
/** Rounds the amount to six digits, to ignore the growth between two reads. */
const roughly = <T extends Amount>(item: T) => ({
  ...item,
  uiAmountString: Number(Number(item.uiAmountString).toPrecision(6)),
});

async function clockOf(node: Surfpool): Promise<number> {
  const { value } = (await node.rpc('getAccountInfo', 'SysvarC1ock11111111111111111111111111111111', {
    encoding: 'jsonParsed',
  })) as { value: { data: { parsed: { info: { unixTimestamp: number } } } } };
  return value.data.parsed.info.unixTimestamp;
}
