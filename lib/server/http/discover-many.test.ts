import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EsploraTransaction, SPENDABLE_FORMS, spentAddressOf } from '@/lib/testing/bitcoin/made-spends';
import { LIES, lied, manySpends, STRANGER } from '@/lib/testing/bitcoin/many-spends';
import { testEsplora } from '@/lib/testing/nodes/esplora';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';

// Tests `discover: true` with many signed transactions and as many forged ones.

const SPENDS = manySpends();

describe('discover with many transactions', () => {
  let esplora: Awaited<ReturnType<typeof testEsplora>>;
  let service: RunningService;
  beforeAll(async () => {
    esplora = await testEsplora();
  });
  afterEach(() => service?.stop());
  afterAll(() => esplora?.close());

  /** Makes the Esplora server return `shown`, then looks up every address of `SPENDS` and returns the results. */
  async function discovered(shown: readonly EsploraTransaction[]) {
    esplora.histories = Object.fromEntries(
      SPENDS.map(({ address }, i) => [address, [shown[i] as EsploraTransaction]]),
    );
    service = await runService({
      BITCOIN_ESPLORA_URL: esplora.url,
      BITCOIN_ESPLORA_URL_TESTNET: esplora.url,
      BITCOIN_ESPLORA_URL_REGTEST: esplora.url,
    });
    const answers: { result: { publicKey: string; btcAddress: string }[] }[] = [];
    for (let at = 0; at < SPENDS.length; at += 100) {
      const calls = SPENDS.slice(at, at + 100).map(({ address }, id) => ({
        id,
        chainId: 31337,
        method: 'svc_aa_getBTCAccountsByAddress',
        params: [{ btcAddress: address, discover: true }],
      }));
      answers.push(...(await service.call('/evm-chain', calls)).json);
    }
    return answers.map(({ result }) => result);
  }

  it('discover finds the key of each of many addresses of every type', async () => {
    const found = await discovered(SPENDS.map(({ transaction }) => transaction));
    for (const [i, { address, publicKey }] of SPENDS.entries()) {
      const record = { btcAddress: address, publicKey };
      expect(found[i]).toMatchObject([record, record]);
    }
    expect(new Set(SPENDS.map(({ by }) => by.form))).toEqual(new Set(SPENDABLE_FORMS));
  });

  it('discover finds and records no key if every transaction is forged', async () => {
    const lies = SPENDS.map(({ transaction }, i) => {
      const [, lie] = LIES[i % LIES.length] as (typeof LIES)[number];
      return { ...transaction, vin: lied(transaction.vin, lie, i) };
    });
    expect((await discovered(lies)).filter((result) => result.length > 0)).toEqual([]);
    const stranger = await service.call('/evm-chain', {
      id: 1,
      method: 'svc_aa_getBTCAccountsByAddress',
      params: [{ btcAddress: spentAddressOf(STRANGER) }],
    });
    expect(stranger.json.result).toEqual([]);
  });
});
