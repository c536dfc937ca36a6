import { decodeAddress } from '@/lib/solana/address/address';
import type { PriceSources } from '@/lib/solana/prices/price-sources';
import { WRAPPED_SOL_MINT } from '@/lib/solana/programs';
import { sampleAddress } from './sample-address';

const feed = (symbol: string, mint: string) => ({
  mint,
  symbol,
  feedId: Buffer.from(decodeAddress(sampleAddress(`feed ${symbol}`)) ?? []).toString('hex'),
});

/** The price sources of the sample network: feeds, one stale and one too wide, and a stake pool. */
export const SAMPLE_PRICE_SOURCES: PriceSources = [
  feed('SOL', WRAPPED_SOL_MINT),
  feed('NUSD', sampleAddress('mint token northwind')),
  feed('MRDN', sampleAddress('mint token meridian')),
  feed('FIRE', sampleAddress('mint token bonfire')),
  feed('ORCH', sampleAddress('mint token orchard')),
  feed('PRCL', sampleAddress('mint token parcel')),
  feed('JNPR', sampleAddress('mint token juniper')),
  { mint: sampleAddress('mint token lumen'), symbol: 'lumSOL', pool: sampleAddress('lumen stake pool') },
];
