import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer, attempt, BorshReader, readNonZeroAddress } from './account-bytes';
import { TOKEN_ACCOUNT_BYTES } from './token-program';

/** Extension numbers of Token-2022 (`ExtensionType`). */
const METADATA_POINTER = 18;
const TOKEN_METADATA = 19;
const TOKEN_GROUP_MEMBER = 23;

/** One entry of the type-length-value list. `start` and `end` are offsets into the account. */
export type TlvEntry = { type: number; start: number; end: number };

/**
 * Lists the extensions of a Token-2022 mint or account: type u16, length u16, value, starting at byte 166; type 0 ends
 * the list. The list also ends at an entry that extends past the end of the account; earlier entries are kept.
 */
export function listExtensions(bytes: Uint8Array): TlvEntry[] {
  const entries: TlvEntry[] = [];
  const buffer = asBuffer(bytes);
  let offset = TOKEN_ACCOUNT_BYTES + 1;
  while (offset + 4 <= buffer.length) {
    const type = buffer.readUInt16LE(offset);
    if (type === 0) break;
    const start = offset + 4;
    const end = start + buffer.readUInt16LE(offset + 2);
    if (end > buffer.length) break;
    entries.push({ type, start, end });
    offset = end;
  }
  return entries;
}

/** Returns the value of a mint's extension that begins with two addresses; undefined if the mint does not have it. */
function extensionValue(bytes: Uint8Array, extension: number): Buffer | undefined {
  const entry = listExtensions(bytes).find(({ type }) => type === extension);
  if (entry === undefined || entry.end - entry.start < 64) return undefined;
  return asBuffer(bytes).subarray(entry.start, entry.end);
}

/** Returns the target of a mint's metadata pointer, or null if there is none. */
export function readMetadataPointer(bytes: Uint8Array): SolanaAddress | null {
  const value = extensionValue(bytes, METADATA_POINTER);
  return value === undefined ? null : readNonZeroAddress(value, 32);
}

/**
 * Reads the group of a mint (TLV 23, token-group interface `TokenGroupMember`). Only the group's update authority can
 * make a mint its member.
 * @returns undefined if the mint is not a member of a group, or if the entry names another mint
 */
export function readGroup(bytes: Uint8Array, mint: SolanaAddress): SolanaAddress | undefined {
  const value = extensionValue(bytes, TOKEN_GROUP_MEMBER);
  return value && encodeAddress(value) === mint ? encodeAddress(value, 32) : undefined;
}

/** Metadata stored in a mint (token-metadata interface, `TokenMetadata`). */
export type InlineMetadata = {
  /** Null if the metadata cannot be changed. */
  updateAuthority: SolanaAddress | null;
  mint: SolanaAddress;
  name: string;
  symbol: string;
  uri: string;
  additionalMetadata: [string, string][];
};

/**
 * Decodes the TokenMetadata extension (TLV 19) of a mint. The caller must check that the result's `mint` is the
 * expected one.
 * @returns undefined if the extension is missing or truncated
 */
export function decodeInlineMetadata(bytes: Uint8Array): InlineMetadata | undefined {
  const value = extensionValue(bytes, TOKEN_METADATA);
  if (value === undefined) return undefined;
  const reader = new BorshReader(value, 64);
  const text = () => reader.paddedText();
  const texts = attempt(() => ({ name: text(), symbol: text(), uri: text() }));
  if (texts === undefined) return undefined;
  const additionalMetadata: [string, string][] = [];
  // Truncated additional pairs do not invalidate the fields before them.
  attempt(() => {
    for (let left = reader.uint32(); left > 0; left--) additionalMetadata.push([text(), text()]);
  });
  const [updateAuthority, mint] = [readNonZeroAddress(value, 0), encodeAddress(value, 32)];
  return { updateAuthority, mint, ...texts, additionalMetadata };
}

/** Extension numbers of Token-2022 accounts (`ExtensionType`). */
const TRANSFER_FEE_AMOUNT = 2;
const CONFIDENTIAL_TRANSFER_ACCOUNT = 5;
const MEMO_TRANSFER = 8;
const CPI_GUARD = 11;

/** What the extensions of a token account do; only the keys that apply. */
type AccountExtensions = { withheldFee?: string; memoRequired?: true; cpiGuard?: true; confidential?: true };

/**
 * Decodes the extensions of a Token-2022 account, with only the keys that apply. A confidential balance is
 * reported whenever the account can have one, because its amount is encrypted.
 * @returns undefined if no key applies
 */
export function decodeAccountFacts(bytes: Uint8Array): AccountExtensions | undefined {
  const buffer = asBuffer(bytes);
  let facts: AccountExtensions | undefined;
  for (const { type, start, end } of listExtensions(bytes)) {
    if (type === CONFIDENTIAL_TRANSFER_ACCOUNT) facts = { ...facts, confidential: true };
    else if (type === TRANSFER_FEE_AMOUNT && end - start === 8) {
      const withheld = buffer.readBigUInt64LE(start);
      if (withheld > 0n) facts = { ...facts, withheldFee: withheld.toString() };
    } else if (type === MEMO_TRANSFER && buffer[start] === 1 && end > start)
      facts = { ...facts, memoRequired: true };
    else if (type === CPI_GUARD && buffer[start] === 1 && end > start) facts = { ...facts, cpiGuard: true };
  }
  return facts;
}
