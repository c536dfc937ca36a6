import { type DasApiInterface, dasApi } from '@metaplex-foundation/digital-asset-standard-api';
import { publicKey, type RpcInterface } from '@metaplex-foundation/umi';
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults';
import {
  address,
  type Base64EncodedWireTransaction,
  createDefaultRpcTransport,
  createSolanaRpcFromTransport,
} from '@solana/kit';
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
} from '@solana/web3.js';
import { createHelius } from 'helius-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import { SAMPLE_TINY_WALLET } from '@/lib/solana/sample-addresses';
import { hasSurfpool, type Surfpool, startSurfpool } from '@/lib/testing/nodes/surfpool';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION, TEST_PROJECT } from '@/lib/testing/servers/service-parts';

// Runs clients, unmodified, with one URL for the node and the DAS methods (contract §9).

const API_KEY = `${TEST_PROJECT.projectId}:${TEST_PROJECT.serverKey}`;
/** Balance of the wallet, from the generator of the sample network. */
const LAMPORTS = 1500000000;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const headers = { Authorization: TEST_AUTHORIZATION };

it('web3.js starts on the sample network', async () => {
  const service = await runService();
  const connection = new Connection(`${service.base}/solana/104`, { httpHeaders: headers });
  const wallet = new PublicKey(SAMPLE_TINY_WALLET);
  const mint = new PublicKey('DGzPceTV9v9n7pELLxsriUDzyJXQDvwuw1AoabsAnwvs');
  expect(await connection.getVersion()).toHaveProperty('solana-core');
  expect(await connection.getGenesisHash()).toMatch(BASE58);
  expect(await connection.getSlot()).toBe(300_000_000);
  expect(await connection.getBlockHeight()).toBe(300_000_000);
  expect(await connection.getEpochInfo()).toMatchObject({ epoch: 694, slotsInEpoch: 432_000 });
  expect((await connection.getLatestBlockhash()).blockhash).toMatch(BASE58);
  expect(await connection.getBalance(wallet)).toBe(LAMPORTS);
  expect((await connection.getAccountInfo(wallet))?.lamports).toBe(LAMPORTS);
  expect(await connection.getMultipleAccountsInfo([wallet, mint])).toMatchObject([
    { lamports: LAMPORTS },
    {},
  ]);
  const { value } = await connection.getTokenAccountsByOwner(wallet, {
    programId: new PublicKey(TOKEN_PROGRAM),
  });
  expect(value.length).toBeGreaterThan(0);
  expect((await connection.getTokenSupply(mint)).value).toMatchObject({
    amount: '18446744073709551615',
    decimals: 6,
    uiAmountString: '18446744073709.551615',
  });
  // Rent-exempt minimums of the clusters, for no data and for a token account.
  expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(890_880);
  expect(await connection.getMinimumBalanceForRentExemption(165)).toBe(2_039_280);
  await service.stop();
});

describe.skipIf(!hasSurfpool)('on an independent node', () => {
  let node: Surfpool;
  let service: RunningService;
  const payer = Keypair.generate();
  const owner = payer.publicKey.toBase58();

  beforeAll(async () => {
    node = await startSurfpool();
    await node.rpc('requestAirdrop', owner, 5 * LAMPORTS_PER_SOL);
    service = await runService({ SOLANA_RPC_URL_101: node.url, SDK_COMPAT: 'true' });
  });
  afterAll(async () => {
    await service?.stop();
    await node?.stop();
  });

  const url = () => `${service.base}/solana/101`;

  /** Returns a signed transfer of 1,000,000 lamports in base64. */
  async function wireTransaction(): Promise<Base64EncodedWireTransaction> {
    const toPubkey = PublicKey.unique();
    const transaction = new Transaction().add(
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey, lamports: 1_000_000 }),
    );
    const { value } = (await node.rpc('getLatestBlockhash')) as { value: { blockhash: string } };
    transaction.recentBlockhash = value.blockhash;
    transaction.sign(payer);
    return transaction.serialize().toString('base64') as Base64EncodedWireTransaction;
  }

  it.each([
    ['getBalance', () => [owner]],
    ['getAccountInfo', () => [owner, { encoding: 'base64' }]],
    ['getMultipleAccounts', () => [[owner, SAMPLE_TINY_WALLET], { encoding: 'jsonParsed' }]],
    ['getMinimumBalanceForRentExemption', () => [165]],
    ['getGenesisHash', () => []],
    ['getVersion', () => []],
    ['getTokenAccountsByOwner', () => [owner, { mint: owner }]],
    ['getNothingAtAll', () => []],
  ])('%s has the same bytes as from the node directly', async (method, paramsOf) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: paramsOf() });
    const ask = async (base: string, more: object) => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...more }, body };
      // The slot advances between the two calls.
      return (await (await fetch(base, init)).text()).trim().replace(/"slot":\d+/g, '"slot":0');
    };
    const partOf = (text: string) =>
      /"(?:result|error)":(.*?)(?:,"id":1|,"jsonrpc":"2.0")*}$/s.exec(text)?.[1];
    expect(partOf(await ask(url(), headers))).toBe(partOf(await ask(node.url, {})));
  });

  describe.each([
    ['Basic credentials', () => [url(), { httpHeaders: headers }] as const],
    ['?api-key=', () => [`${url()}?api-key=${API_KEY}`, {}] as const],
  ])('with %s', (_, access) => {
    it('web3.js reads and simulates', async () => {
      const [endpoint, options] = access();
      const connection = new Connection(endpoint, { commitment: 'confirmed', ...options });
      expect(await connection.getBalance(payer.publicKey)).toBe(5 * LAMPORTS_PER_SOL);
      const transaction = new Transaction().add(
        SystemProgram.transfer({
          fromPubkey: payer.publicKey,
          toPubkey: PublicKey.unique(),
          lamports: 1_000_000,
        }),
      );
      transaction.feePayer = payer.publicKey;
      transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash;
      transaction.sign(payer);
      const { value } = await connection.simulateTransaction(transaction);
      expect(value.err).toBeNull();
      expect(value.unitsConsumed).toBeGreaterThan(0);
      await expect(connection.sendRawTransaction(transaction.serialize())).rejects.toThrow(
        'SOLANA_FORWARD_101=all',
      );
    });

    it('Umi reads, lists and simulates', async () => {
      const [endpoint, options] = access();
      const umi = createUmi(endpoint, options).use(dasApi());
      const rpc = umi.rpc as RpcInterface & DasApiInterface;
      expect((await rpc.getBalance(publicKey(owner))).basisPoints).toBe(5n * BigInt(LAMPORTS_PER_SOL));
      const { items } = await rpc.getAssetsByOwner({ owner: publicKey(owner) });
      expect(items).toEqual([]);
      const { blockhash } = await rpc.getLatestBlockhash();
      const keys = [owner, SAMPLE_TINY_WALLET].map((key, i) => ({
        pubkey: publicKey(key),
        isSigner: i === 0,
        isWritable: true,
      }));
      // The system program's transfer of 1,000,000 lamports.
      const data = Buffer.from('0200000040420f0000000000', 'hex');
      const instructions = [{ programId: publicKey(SystemProgram.programId), keys, data }];
      const transaction = umi.transactions.create({
        version: 0,
        blockhash,
        instructions,
        payer: publicKey(owner),
      });
      const simulated = await rpc.simulateTransaction(transaction, { verifySignatures: false });
      expect(simulated.err).toBeNull();
    });

    it('kit reads and simulates', async () => {
      const [endpoint, options] = access();
      const transport = createDefaultRpcTransport({
        url: endpoint,
        ...('httpHeaders' in options && { headers: options.httpHeaders }),
      });
      const rpc = createSolanaRpcFromTransport(transport);
      expect((await rpc.getBalance(address(owner)).send()).value).toBe(5n * BigInt(LAMPORTS_PER_SOL));
      expect((await rpc.getLatestBlockhash().send()).value.lastValidBlockHeight).toBeGreaterThan(0n);
      const simulated = await rpc.simulateTransaction(await wireTransaction(), { encoding: 'base64' }).send();
      expect(simulated.value.err).toBeNull();
    });
  });

  it('Helius’ SDK reads, lists and simulates', async () => {
    const helius = createHelius({ baseUrl: url(), apiKey: API_KEY });
    expect((await helius.getBalance(address(owner))).value).toBe(5n * BigInt(LAMPORTS_PER_SOL));
    expect((await helius.getAssetsByOwner({ ownerAddress: owner })).items).toEqual([]);
    const simulated = await helius.simulateTransaction(await wireTransaction(), { encoding: 'base64' });
    expect(simulated.value.err).toBeNull();
  });
});
