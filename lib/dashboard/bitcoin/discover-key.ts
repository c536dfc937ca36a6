/** Result of looking for the key of an address. */
export type DiscoveryAnswer = { outcome: 'found' | 'nothing' } | { outcome: 'failed'; message: string };

/**
 * Requests that the server find and record the key of an address. Never throws.
 * @param chainId the chain on which a key is recorded if it is found
 */
export async function requestDiscovery(btcAddress: string, chainId: number): Promise<DiscoveryAnswer> {
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'svc_aa_getBTCAccountsByAddress',
    chainId,
    params: [{ btcAddress, discover: true }],
  };
  try {
    const answer = await fetch('/api/rpc/evm-chain', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    const { result, error } = (await answer.json()) as { result?: unknown[]; error?: { message: string } };
    if (error !== undefined) return { outcome: 'failed', message: error.message };
    return { outcome: result !== undefined && result.length > 0 ? 'found' : 'nothing' };
  } catch {
    return { outcome: 'failed', message: 'This server cannot be reached' };
  }
}
