import { Address, NETWORK, OutScript } from '@scure/btc-signer';
import * as bitcoin from 'bitcoinjs-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import {
  SAMPLE_SPENT_ADDRESS,
  SAMPLE_SPENT_KEY,
  SAMPLE_TAPROOT_ADDRESS,
  SAMPLE_UNSPENT_ADDRESS,
} from '@/lib/bitcoin/spends/sample-addresses';
import bip341 from '@/lib/bitcoin/vectors/bip341.json';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import { dashboardRoute } from '@/lib/server/routes/route-handlers';
import {
  type EsploraTransaction,
  madeSpend,
  publicKeyOf,
  receiving,
  SPENDABLE_FORMS,
  type Spender,
  spentAddressOf,
} from '@/lib/testing/bitcoin/made-spends';
import { type EsploraBehavior, testEsplora } from '@/lib/testing/nodes/esplora';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { until } from '@/lib/testing/until';

// Tests `discover: true` of POST /evm-chain with Esplora servers on loopback.

const METHOD = 'svc_aa_getBTCAccountsByAddress';
let lastKey = 100;
/** Creates a spender whose key no other test has recorded. */
const newSpender = (form: Spender['form'] = 'p2wpkh'): Spender => ({
  privateKey: Buffer.from((++lastKey).toString(16).padStart(64, '0'), 'hex'),
  form,
});
const withKeyOf = (spend: EsploraTransaction, foreign: Spender): EsploraTransaction => ({
  ...spend,
  vin: spend.vin.map((input) => ({ ...input, witness: madeSpend([foreign]).vin[0]?.witness ?? [] })),
});

/**
 * Converts a published transaction to Esplora's format.
 * @param signed the complete transaction in hex
 * @param scripts output scripts in hex from which the inputs spend, in the order of the inputs
 */
function publishedSpend(signed: string, scripts: readonly string[]): EsploraTransaction {
  const transaction = bitcoin.Transaction.fromHex(signed);
  return {
    txid: transaction.getId(),
    vin: transaction.ins.map(({ hash, index, script, witness }, i) => ({
      txid: Buffer.from(hash).reverse().toString('hex'),
      vout: index,
      prevout: {
        scriptpubkey: scripts[i] as string,
        scriptpubkey_address: addressOfScript(scripts[i] as string),
        value: 0,
      },
      scriptsig: Buffer.from(script).toString('hex'),
      witness: witness.map((item) => Buffer.from(item).toString('hex')),
      is_coinbase: false,
    })),
    vout: [],
    status: { confirmed: true },
  };
}

/** Returns the mainnet address of an output script in hex. */
const addressOfScript = (script: string): string =>
  Address(NETWORK).encode(OutScript.decode(Buffer.from(script, 'hex')));

describe('discover', () => {
  let first: Awaited<ReturnType<typeof testEsplora>>;
  let second: Awaited<ReturnType<typeof testEsplora>>;
  let service: RunningService;

  beforeAll(async () => {
    first = await testEsplora();
    second = await testEsplora();
    service = await runService({
      BITCOIN_ESPLORA_URL: `${first.url},${second.url}`,
      BITCOIN_ESPLORA_URL_TESTNET: first.url,
      BITCOIN_ESPLORA_URL_SIGNET: 'off',
      EVM_RPC_URL_1: 'http://127.0.0.1:9',
    });
  });
  beforeEach(() => {
    for (const each of [first, second])
      Object.assign(each, { behavior: 'honest', histories: {}, requested: [] });
  });
  afterAll(async () => {
    await service?.stop();
    await Promise.all([first.close(), second.close()]);
  });

  const ask = async (query: object, chainId?: number) =>
    (await service.call('/evm-chain', { id: 1, method: METHOD, params: [query], chainId })).json;
  const discover = (btcAddress: string, chainId?: number) => ask({ btcAddress, discover: true }, chainId);

  it.each(SPENDABLE_FORMS)(
    'discover records the key revealed by a spend from %s for both account versions',
    async (form) => {
      const spender = newSpender(form);
      const publicKey = publicKeyOf(spender.privateKey);
      const { smartAccountAddresses } = accountsOfKey(publicKey);
      for (const [network, chainId] of [
        ['mainnet', undefined],
        ['testnet', 56],
      ] as const) {
        const btcAddress = spentAddressOf(spender, network);
        const spend = madeSpend([spender], network);
        first.histories = { [btcAddress]: [receiving(btcAddress, '11'.repeat(32)), spend] };
        const { result } = await discover(btcAddress, chainId);
        expect(result).toEqual(
          (['1.0.0', '2.0.0'] as const).map((version) => ({
            btcAddress,
            chainId: chainId ?? 1,
            version,
            aaAddress: smartAccountAddresses[version],
            publicKey,
            createdAt: expect.stringMatching(/Z$/),
            updatedAt: expect.stringMatching(/Z$/),
          })),
        );
        expect(await ask({ btcAddress }, chainId)).toMatchObject({ result });
        expect(await service.service.ports.btcAccounts.findSpends(btcAddress)).toMatchObject([
          { publicKey, btcAddress, txid: spend.txid, server: new URL(first.url).host },
        ]);
      }
      // A discovery also records all addresses of the key, as a lookup does.
      const { p2tr } = addressesOfKey(publicKey).mainnet;
      expect((await ask({ btcAddress: p2tr })).result).toHaveLength(4);
    },
  );

  it('discover finds the keys in a published transaction (BIP-341) whose other inputs are taproot', async () => {
    const [{ given, auxiliary } = expect.unreachable()] = bip341.keyPathSpending;
    const scripts = given.utxosSpent.map(({ scriptPubKey }) => scriptPubKey);
    const addresses = scripts.map(addressOfScript);
    const spend = publishedSpend(auxiliary.fullySignedTx, scripts);
    first.histories = Object.fromEntries(addresses.map((address) => [address, [spend]]));
    const found: (string | undefined)[] = [];
    for (const address of addresses) found.push((await discover(address)).result[0]?.publicKey);
    // The third input spends from a P2PKH address, the sixth from a P2WPKH address.
    expect(found.map((publicKey, i) => [i, publicKey]).filter(([, publicKey]) => publicKey)).toEqual([
      [2, '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'],
      [5, '02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9'],
    ]);
    expect(await service.service.ports.btcAccounts.findSpends(addresses[5] ?? '')).toMatchObject([
      { txid: spend.txid },
    ]);
    expect(first.requested).toHaveLength(2);
  });

  it('sends no request to an Esplora server for recorded addresses or without the discover option', async () => {
    const spender = newSpender();
    const btcAddress = spentAddressOf(spender);
    first.histories = { [btcAddress]: [madeSpend([spender])] };
    expect((await ask({ btcAddress })).result).toEqual([]);
    expect((await ask({ btcAddress, discover: false })).result).toEqual([]);
    expect(first.requested).toEqual([]);
    expect((await discover(btcAddress)).result).toHaveLength(2);
    expect(first.requested).toHaveLength(1);
    expect((await discover(btcAddress)).result).toHaveLength(2);
    // The known key is then recorded on another chain, without another request to the server.
    expect((await discover(btcAddress, 56)).result).toHaveLength(2);
    expect((await discover(btcAddress)).result).toHaveLength(4);
    expect(first.requested).toHaveLength(1);
    const aaAddress = accountsOfKey(publicKeyOf(newSpender().privateKey)).smartAccountAddresses['1.0.0'];
    expect((await ask({ btcAddress, address: aaAddress, discover: true })).result).toEqual([]);
    expect(first.requested).toHaveLength(1);
  });

  it('discover finds no key for an unspent, a multisig or a taproot address', async () => {
    const unspent = spentAddressOf(newSpender());
    const multisig = newSpender('multisig');
    const taproot = newSpender('p2tr');
    first.histories = {
      [unspent]: [receiving(unspent, '22'.repeat(32))],
      [spentAddressOf(multisig)]: [madeSpend([multisig])],
      [spentAddressOf(taproot)]: [madeSpend([taproot])],
    };
    expect((await discover(unspent)).result).toEqual([]);
    expect((await discover(spentAddressOf(multisig))).result).toEqual([]);
    first.requested = [];
    expect((await discover(spentAddressOf(taproot))).result).toEqual([]);
    expect(first.requested).toEqual([]);
  });

  it('discover does not record forged keys, and tries the next server', async () => {
    const [spender, other] = [newSpender(), newSpender()];
    const stranger = newSpender();
    const lies = Object.fromEntries(
      [spender, other].map((each) => [spentAddressOf(each), [withKeyOf(madeSpend([each]), stranger)]]),
    );
    first.histories = lies;
    second.histories = { ...lies, [spentAddressOf(other)]: [madeSpend([other])] };
    expect((await discover(spentAddressOf(spender))).result).toEqual([]);
    expect([first.requested.length, second.requested.length]).toEqual([2, 2]);
    for (const each of [spender, stranger])
      expect((await ask({ btcAddress: spentAddressOf(each) })).result).toEqual([]);
    const publicKey = publicKeyOf(other.privateKey);
    expect((await discover(spentAddressOf(other))).result).toMatchObject([{ publicKey }, { publicKey }]);
  });

  it('discover caches an empty result for a minute', async () => {
    const spender = newSpender();
    const btcAddress = spentAddressOf(spender);
    for (const _ of [1, 2]) expect((await discover(btcAddress)).result).toEqual([]);
    expect((await discover(btcAddress, 56)).result).toEqual([]);
    expect(first.requested).toHaveLength(1);
    // A record is found despite the cached empty result.
    const config = { name: 'BTC', version: '1.0.0', btcPublicKey: publicKeyOf(spender.privateKey) };
    await service.call('/evm-chain', {
      id: 1,
      chainId: 31337,
      method: 'svc_aa_getBTCAccount',
      params: [config],
    });
    expect((await discover(btcAddress)).result).toMatchObject([{ publicKey: config.btcPublicKey }]);
    expect(first.requested).toHaveLength(1);
  });

  it.each<EsploraBehavior>(['dead', 'busy', 'no-json', 'no-list', 'huge'])(
    'discover tries the second server when the first one is %s, and returns -32002 if the second one fails too',
    async (behavior) => {
      const spender = newSpender();
      const btcAddress = spentAddressOf(spender);
      second.histories = { [btcAddress]: [madeSpend([spender])] };
      first.behavior = behavior;
      second.behavior = behavior;
      const { error } = await discover(btcAddress);
      const reason = behavior === 'busy' ? 'upstream-rate-limited' : 'upstream-unavailable';
      expect(error).toMatchObject({ code: -32002, data: { reason } });
      expect(JSON.stringify(error)).not.toContain('127.0.0.1');
      second.behavior = 'honest';
      // After a 429, a server is not called for a second.
      await until('the second server answers', async () => (await discover(btcAddress)).result?.length === 2);
    },
  );

  it('rejects the discover option without btcAddress, with a wrong type and for an unsupported chain', async () => {
    const address = accountsOfKey(SAMPLE_SPENT_KEY).smartAccountAddresses['1.0.0'];
    expect((await ask({ address, discover: true })).error).toMatchObject({
      code: -32602,
      data: { reason: 'discover-without-btc-address', path: 'params[0].discover' },
    });
    expect((await ask({ discover: true })).error).toMatchObject({ code: -32602 });
    for (const wrong of ['true', 1, {}])
      expect((await ask({ btcAddress: SAMPLE_SPENT_ADDRESS, discover: wrong })).error).toMatchObject({
        code: -32602,
        data: { reason: 'invalid-type', path: 'params[0].discover' },
      });
    expect((await discover(SAMPLE_SPENT_ADDRESS, 999_999_999)).error).toMatchObject({ code: -32001 });
    expect(first.requested).toEqual([]);
  });

  it('discover finds keys on the sample network without a server', async () => {
    expect((await discover(SAMPLE_SPENT_ADDRESS, 31337)).result).toMatchObject([
      { chainId: 31337, version: '1.0.0', publicKey: SAMPLE_SPENT_KEY, btcAddress: SAMPLE_SPENT_ADDRESS },
      { chainId: 31337, version: '2.0.0', publicKey: SAMPLE_SPENT_KEY, btcAddress: SAMPLE_SPENT_ADDRESS },
    ]);
    for (const address of [SAMPLE_UNSPENT_ADDRESS, SAMPLE_TAPROOT_ADDRESS])
      expect((await discover(address)).result).toEqual([]);
    expect(first.requested).toEqual([]);
  });

  it('the error names the variable to set if a Bitcoin network has no server', async () => {
    const off = await runService();
    const { json } = await off.call('/evm-chain', {
      id: 1,
      method: METHOD,
      params: [{ btcAddress: spentAddressOf(newSpender()), discover: true }],
    });
    await off.stop();
    expect(json.error).toMatchObject({
      code: -32002,
      data: { reason: 'no-endpoint', variable: 'BITCOIN_ESPLORA_URL' },
    });
  });

  it('/ready reports the state of each Bitcoin network', async () => {
    first.behavior = 'dead';
    await discover(spentAddressOf(newSpender(), 'testnet'));
    const { upstreams } = (await (await fetch(`${service.base}/ready`)).json()) as ReturnType<
      typeof JSON.parse
    >;
    expect(upstreams.bitcoin).toMatchObject({
      testnet: 'failing',
      signet: 'no endpoint',
      regtest: 'embedded',
    });
  });
});

describe('limits of discover', () => {
  it('discover costs 10 units per call, and finds at most 60 new keys per hour for a visitor', async () => {
    const esplora = await testEsplora();
    const limited = await runService({ RATE_LIMIT_PER_SECOND: '1', BITCOIN_ESPLORA_URL: esplora.url });
    const free = await runService({ BITCOIN_ESPLORA_URL: esplora.url });
    try {
      const spenders = Array.from({ length: 61 }, () => newSpender());
      esplora.histories = Object.fromEntries(
        spenders.map((each) => [spentAddressOf(each), [madeSpend([each])]]),
      );
      const bodyOf = (spender: Spender) =>
        JSON.stringify({
          id: 1,
          method: METHOD,
          params: [{ btcAddress: spentAddressOf(spender), discover: true }],
        });
      const [one, two] = spenders as [Spender, Spender];
      // The burst of 10 s is 10 units: enough for one such call.
      const both = await limited.call('/evm-chain', `[${bodyOf(one)},${bodyOf(two)}]`);
      expect(both.json).toMatchObject([{ result: [{}, {}] }, { error: { code: -32005 } }]);

      const visit = async (spender: Spender) => {
        const request = new Request(`${free.base}/api/rpc/evm-chain`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
          body: bodyOf(spender),
        });
        return (await dashboardRoute(request, 'evm-chain')).json();
      };
      for (const spender of spenders.slice(0, 60))
        expect(await visit(spender)).toMatchObject({ result: [{}, {}] });
      expect(await visit(spenders[60] as Spender)).toMatchObject({
        error: { code: -32005, data: { reason: 'too-many-new-keys' } },
      });
      expect(await visit(one)).toMatchObject({ result: [{}, {}] });
    } finally {
      await limited.stop();
      await free.stop();
      await esplora.close();
    }
  });
});
