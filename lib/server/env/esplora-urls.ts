import * as z from 'zod/mini';
import { urlListOrOff } from './values';

/**
 * Schema for the Esplora servers by the variable that sets them, one for each Bitcoin network. An empty list (`off`)
 * disables the queries. The default is a public server. If regtest's list is undefined, the sample network's server
 * replaces it, unless the sample network is disabled.
 */
export const esploraUrls = z.object({
  BITCOIN_ESPLORA_URL: z._default(urlListOrOff(), ['https://blockstream.info/api']),
  BITCOIN_ESPLORA_URL_TESTNET: z._default(urlListOrOff(), ['https://blockstream.info/testnet/api']),
  BITCOIN_ESPLORA_URL_SIGNET: z._default(urlListOrOff(), ['https://mempool.space/signet/api']),
  BITCOIN_ESPLORA_URL_REGTEST: z.optional(urlListOrOff()),
});

/** Names of the variables for Esplora servers. Together they are one setting, `BITCOIN_ESPLORA_URL`. */
export const ESPLORA_NAMES: readonly string[] = Object.keys(esploraUrls.shape);
