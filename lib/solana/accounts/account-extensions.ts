import { asBuffer } from './account-bytes';
import { listExtensions } from './token-extensions';

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
