import { shortestPhrase } from '@/lib/dashboard/search/secrets/recovery-phrase';

/**
 * Returns why input in a Bitcoin field must not leave the device; undefined if it may leave. Secrets stay on the
 * device, and so do extended keys and descriptors, because they reveal all addresses of a wallet.
 */
export async function keptOnDevice(text: string): Promise<string | undefined> {
  if (text.length < shortestPhrase()) return undefined;
  try {
    const { detectInput } = await import('@/lib/dashboard/search/detect-input');
    const found = await detectInput(text);
    const isKept = found?.kind === 'secret' || (found?.kind === 'elsewhere' && found.links.length === 0);
    return isKept ? found.message : undefined;
  } catch {
    return 'This could not be searched for private keys, so it was not sent. Reload the page';
  }
}

/** Message if the code that checks input could not be loaded. */
export const NOT_CHECKED = 'This could not be checked here, so it was not sent. Reload the page';
