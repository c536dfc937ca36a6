import {
  SAMPLE_SPENT_ADDRESS,
  SAMPLE_SPENT_KEY,
  SAMPLE_UNSPENT_ADDRESS,
} from '@/lib/bitcoin/spends/sample-addresses';
import type { EsploraServer } from '@/lib/sources/bitcoin/esplora-server';

/** A signed regtest transaction that spends from `SAMPLE_SPENT_ADDRESS`. */
const SPEND = {
  txid: '370c85abd628a1a9613a92b96eb986b46a69d52faa612204735d97b373795781',
  vin: [
    {
      txid: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa010000',
      vout: 0,
      prevout: {
        scriptpubkey: '0014d7d264672acaa8fb649757c23e94e76053c1a4ca',
        scriptpubkey_address: SAMPLE_SPENT_ADDRESS,
        value: 100_000,
      },
      scriptsig: '',
      witness: [
        '304402202ea9553e3008739bda5fc09a6ef82188791c998eea076fc7c7dedb0a4f3147aa022058e9ec5c5857dd46d17ca7bf21dd2bdc81422247d5dec6b769ea2caf0762a2e301',
        SAMPLE_SPENT_KEY,
      ],
    },
  ],
  status: { confirmed: true },
};

/** Latest transactions of the sample's addresses. All other addresses are unused. */
const HISTORIES: Readonly<Record<string, readonly (typeof SPEND)[]>> = {
  [SAMPLE_SPENT_ADDRESS]: [SPEND],
  // For this address, the transaction is a received payment.
  [SAMPLE_UNSPENT_ADDRESS]: [SPEND],
};

/** Esplora server of the sample network, with embedded responses. */
export const sampleEsploraServer: EsploraServer = {
  host: 'the sample network',
  async readPage(address, after) {
    return after === undefined && Object.hasOwn(HISTORIES, address) ? [...(HISTORIES[address] ?? [])] : [];
  },
  close: async () => undefined,
};
