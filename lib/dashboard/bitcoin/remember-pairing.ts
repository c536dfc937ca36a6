import { refusalMessage } from '../refusal-messages';

/**
 * Requests that the server record a key with its addresses and accounts. Never throws.
 * @param publicKey 33 or 65 bytes, hex
 * @param btcAddress additional address to record, if it belongs to the key
 * @returns an error message if nothing was recorded; otherwise undefined
 */
export async function rememberPairing(
  publicKey: string,
  btcAddress: string | undefined,
  chain: number,
): Promise<string | undefined> {
  const query = new URLSearchParams({ chain: String(chain), ...(btcAddress ? { address: btcAddress } : {}) });
  try {
    const answer = await fetch(`/api/accounts/${encodeURIComponent(publicKey)}?${query}`, { method: 'POST' });
    if (answer.ok) return undefined;
    const refusal = (await answer.json().catch(() => ({}))) as { reason?: string; message?: string };
    const after = Number(answer.headers.get('Retry-After') ?? Number.NaN);
    return refusalMessage({
      message: `The server responded with status ${answer.status}`,
      ...refusal,
      retryAfterSeconds: Number.isFinite(after) ? after : undefined,
    });
  } catch {
    return 'This server can’t be reached';
  }
}
