import { createKeccak } from 'hash-wasm';

/** keccak-256 in WebAssembly, about six times as fast as in plain JavaScript. */
const keccak = await createKeccak(256);

/** Calculates keccak-256 as lower-case hex without `0x`. Text is hashed as UTF-8. */
export function keccakHex(data: Uint8Array | string): string {
  return keccak.init().update(data).digest('hex');
}

/**
 * Prepares to hash `prefix ‖ rest`, absorbing the prefix only once.
 * @returns a function that takes the rest and returns the hash in hex
 */
export function keccakAfter(prefix: Uint8Array): (rest: Uint8Array) => string {
  const absorbed = keccak.init().update(prefix).save();
  return (rest) => keccak.load(absorbed).update(rest).digest('hex');
}
