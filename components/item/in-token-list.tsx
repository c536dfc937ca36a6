import type { ExtendedToken } from '@/lib/solana/holdings';
import { Explained } from './held-facts';

/** Whether the mint is in the token list, and the list's date. */
export function InTokenList({ is, date }: { is: ExtendedToken['inTokenList']; date: string }) {
  if (is === true) return `Yes, in this server’s list of ${date}`;
  const sentence = 'Anyone can give a token any name and symbol.';
  const value = is === false ? `Not in this server’s list of ${date}` : 'This network has no list';
  return <Explained value={value} sentence={sentence} />;
}
