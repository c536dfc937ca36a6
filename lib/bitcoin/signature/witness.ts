/** Maximum length of a witness item in bytes. A DER signature has at most 73, a key 33. */
const MAX_BYTES = 0xfc;

/** Decodes a serialized witness stack (BIP-144) in linear time; returns undefined if it is invalid. */
export function readWitness(bytes: Uint8Array): Uint8Array[] | undefined {
  const [count = 0] = bytes;
  if (count === 0 || count > MAX_BYTES) return undefined;
  const items: Uint8Array[] = [];
  let at = 1;
  while (items.length < count) {
    const length = bytes[at];
    if (length === undefined || length > MAX_BYTES || at + 1 + length > bytes.length) return undefined;
    items.push(bytes.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return at === bytes.length ? items : undefined;
}
