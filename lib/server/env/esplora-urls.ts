import * as z from 'zod/mini';
import { urlListOrOff } from './values';

/** One public Esplora server for each network that has one. */
const PUBLIC_ESPLORA_URLS = {
  mainnet: 'https://blockstream.info/api',
  testnet: 'https://blockstream.info/testnet/api',
  signet: 'https://mempool.space/signet/api',
};

/** The Esplora servers of a network: the configured ones over the public one; `off` is none. */
export const esploraUrls = (network: keyof typeof PUBLIC_ESPLORA_URLS) =>
  z._default(urlListOrOff(), [PUBLIC_ESPLORA_URLS[network]]);
