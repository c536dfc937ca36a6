import { keccak_256 } from '@noble/hashes/sha3.js';
import { createKeccak, type IHasher } from 'hash-wasm';

/**
 * keccak-256 in WebAssembly, about six times as fast as in JavaScript. It compiles asynchronously in a few milliseconds;
 * until then @noble/hashes is used, so that callers need not wait.
 */
let wasm: IHasher | undefined;
const compiling = createKeccak(256).then(
  (hasher) => {
    wasm = hasher;
  },
  () => undefined, // without WebAssembly, @noble/hashes stays in use
);

/** Resolves when the WebAssembly version is in use; for benches and tests. */
export function keccakReady(): Promise<void> {
  return compiling;
}

/** keccak-256 as lower-case hex without `0x`. Text is hashed as UTF-8. */
export function keccakHex(data: Uint8Array | string): string {
  if (wasm) return wasm.init().update(data).digest('hex');
  return Buffer.from(keccak_256(typeof data === 'string' ? Buffer.from(data) : data)).toString('hex');
}

/**
 * A hash of `prefix ‖ rest` that absorbs the prefix only once.
 * @returns a function of the rest, to hex
 */
export function keccakAfter(prefix: Uint8Array): (rest: Uint8Array) => string {
  let saved: Uint8Array | undefined;
  let absorbed: ReturnType<typeof keccak_256.create> | undefined;
  return (rest) => {
    if (!wasm) {
      absorbed ??= keccak_256.create().update(prefix);
      return Buffer.from(absorbed.clone().update(rest).digest()).toString('hex');
    }
    saved ??= wasm.init().update(prefix).save();
    return wasm.load(saved).update(rest).digest('hex');
  };
}
