import * as z from 'zod/mini';
import { urlListOrOff } from './values';

/** Public Esplora servers by network. */
const PUBLIC_ESPLORA_URLS = {
  mainnet: 'https://blockstream.info/api',
  testnet: 'https://blockstream.info/testnet/api',
  signet: 'https://mempool.space/signet/api',
};

/** Schema for the Esplora servers of a network. Default: the public server. `off` means no servers. */
export const esploraUrls = (network: keyof typeof PUBLIC_ESPLORA_URLS) =>
  z._default(urlListOrOff(), [PUBLIC_ESPLORA_URLS[network]]);
