import { BENCH_AUTHORIZATION } from '@/lib/testing/servers/processes';

/** Request headers with the credentials of the benchmarks' project. */
export const BENCH_HEADERS = { 'Content-Type': 'application/json', Authorization: BENCH_AUTHORIZATION };

/**
 * Returns the body of a BTC lookup on the sample network.
 * @param key compressed public key in hex
 */
export const lookUpBody = (key: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    chainId: 31337,
    method: 'svc_aa_getBTCAccount',
    params: [{ name: 'BTC', version: '2.0.0', btcPublicKey: key }],
  });

/** Returns the body of a listing of a mainnet wallet. */
export const listingBody = (owner: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    chainId: 101,
    method: 'enhancedGetTokensAndNFTs',
    params: [owner],
  });
