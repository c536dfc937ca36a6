/**
 * Asks the server to record a look-up that a person made: a page that is merely opened records nothing.
 * What cannot be recorded (a chain that is away, too many keys in an hour) keeps nobody from the page.
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
