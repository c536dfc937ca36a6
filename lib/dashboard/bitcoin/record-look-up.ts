/**
 * Requests that the server record a look-up; opening a page records nothing. If the look-up cannot be recorded
 * (the chain is unavailable, too many keys in an hour), the page still opens.
 * @param publicKey 33 or 65 bytes, hex
 */
export async function recordLookUp(
  publicKey: string,
  btcAddress: string | undefined,
  chain: number,
): Promise<void> {
  const query = new URLSearchParams({ chain: String(chain), ...(btcAddress ? { address: btcAddress } : {}) });
  await fetch(`/api/accounts/${encodeURIComponent(publicKey)}?${query}`, { method: 'POST' }).catch(
    () => undefined,
  );
}
