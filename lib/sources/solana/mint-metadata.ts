import {
  decodeInlineMetadata,
  type InlineMetadata,
  readMetadataPointer,
} from '@/lib/solana/accounts/token-extensions';
import {
  decodeTokenMetadata,
  isTokenMetadata,
  type TokenMetadata,
} from '@/lib/solana/accounts/token-metadata';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { TOKEN_2022_PROGRAM, TOKEN_METADATA_PROGRAM } from '@/lib/solana/programs';
import type { ReadAccount, ReadContext } from './account-reader';
import { readAccounts } from './account-reads';

/** The fields of a mint that are needed to follow its metadata pointer. */
type PointingMint = {
  address: SolanaAddress;
  metadataAddress: SolanaAddress | undefined;
  /** Data of a Token-2022 mint, kept until its pointer is followed. */
  data: Buffer | undefined;
  metaplex: TokenMetadata | 'none' | 'unread';
};

/**
 * Decodes a Metaplex account. Returns `none` if it is burned, or of another program, type or mint, and `unread` if it is
 * malformed.
 */
export function metaplexOf(mint: SolanaAddress, account: ReadAccount): TokenMetadata | 'none' | 'unread' {
  if (account === 'unread') return 'unread';
  if (account === null || account.owner !== TOKEN_METADATA_PROGRAM) return 'none';
  const metadata = decodeTokenMetadata(account.data);
  if (metadata === undefined) return isTokenMetadata(account.data) ? 'unread' : 'none';
  return metadata.mint === mint ? metadata : 'none';
}

/**
 * Decodes the metadata (TLV 19) in a mint's data. Returns it only if it names this mint: it can be a copy of another
 * mint's metadata.
 */
function inlineOf(mint: SolanaAddress, data: Buffer): InlineMetadata | undefined {
  const inline = decodeInlineMetadata(data);
  return inline?.mint === mint ? inline : undefined;
}

/**
 * Reads the accounts that the metadata pointers of Token-2022 mints name: the mint itself or another account. If the
 * account belongs to an unknown program, the Metaplex account is used instead, because getting metadata from that
 * program would require simulating its `Emit` instruction.
 */
export async function followPointers(mints: readonly PointingMint[], context: ReadContext) {
  const found = new Map<SolanaAddress, TokenMetadata | InlineMetadata | 'unread'>();
  const elsewhere: { pointing: PointingMint; target: SolanaAddress }[] = [];
  for (const pointing of mints) {
    const { address: mint, data, metadataAddress } = pointing;
    const target = data === undefined ? null : readMetadataPointer(data);
    if (data === undefined || target === null || target === metadataAddress) continue;
    if (target !== mint) elsewhere.push({ pointing, target });
    else {
      const inline = inlineOf(mint, data);
      if (inline !== undefined) found.set(mint, inline);
    }
  }
  if (elsewhere.length === 0) return found;
  const accounts = await readAccounts(
    elsewhere.map(({ target }) => target),
    0,
    context,
  );
  for (const [index, { pointing }] of elsewhere.entries()) {
    const { address: mint, metaplex: ownMetaplex } = pointing;
    const account = accounts[index] ?? null;
    const metaplex = metaplexOf(mint, account);
    const inline =
      account !== null && account !== 'unread' && account.owner === TOKEN_2022_PROGRAM
        ? inlineOf(mint, account.data)
        : undefined;
    if (inline !== undefined) found.set(mint, inline);
    else if (typeof metaplex === 'object') found.set(mint, metaplex);
    else if (metaplex === 'unread' && ownMetaplex === 'none') found.set(mint, 'unread');
  }
  return found;
}
