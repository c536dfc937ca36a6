/** Whether the full suite is running (`npm run test:trust`), instead of the short one. */
export const FULL = process.env.SATCHEL_TRUST === 'full';

/** Returns the first count in the full suite and the second in the short one. */
export const count = (full: number, short: number) => (FULL ? full : short);

/** Creates a deterministic random number generator (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Applies a random mutation: flip, overwrite, truncate, repeat, insert, or write a large length. */
export function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = Math.floor(random() * (bytes.length + 1));
  const out = Uint8Array.from(bytes);
  switch (Math.floor(random() * 6)) {
    case 0:
      if (at < out.length) out[at] = (out[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      return out;
    case 1:
      for (let i = at; i < Math.min(out.length, at + 1 + random() * 16); i++)
        out[i] = Math.floor(random() * 256);
      return out;
    case 2:
      return out.subarray(0, at);
    case 3: {
      const part = out.subarray(at, at + Math.floor(random() * 64));
      return Uint8Array.from([...out.subarray(0, at), ...part, ...part, ...out.subarray(at)]);
    }
    case 4:
      return Uint8Array.from([...out.subarray(0, at), Math.floor(random() * 256), ...out.subarray(at)]);
    default:
      for (let i = at; i < Math.min(out.length, at + 4); i++) out[i] = random() < 0.5 ? 0xff : 0;
      return out;
  }
}
