/**
 * The part of secp256k1 (SEC 2 §2.4.1) needed to validate public keys, in BigInt, so that browsers need no dependency.
 * It handles no secrets, so it need not be constant-time.
 */

/** The field's prime. */
export const FIELD_PRIME = 2n ** 256n - 2n ** 32n - 977n;
const MASK = (1n << 256n) - 1n;
const FOLD = 2n ** 32n + 977n;

/** Reduces a product of two field elements: 2^256 ≡ 2^32 + 977, which is twice as fast as `%`. */
export function reduce(x: bigint): bigint {
  const once = (x & MASK) + (x >> 256n) * FOLD;
  const twice = (once & MASK) + (once >> 256n) * FOLD;
  return twice >= FIELD_PRIME ? twice - FIELD_PRIME : twice;
}

function squared(x: bigint, times: number): bigint {
  let result = x;
  for (let i = 0; i < times; i++) result = reduce(result * result);
  return result;
}

/** x^3, x^(2^22 - 1) and x^(2^223 - 1): parts of the exponent of a square root. */
function chain(x: bigint) {
  const x2 = reduce(squared(x, 1) * x);
  const x3 = reduce(squared(x2, 1) * x);
  const x6 = reduce(squared(x3, 3) * x3);
  const x9 = reduce(squared(x6, 3) * x3);
  const x11 = reduce(squared(x9, 2) * x2);
  const x22 = reduce(squared(x11, 11) * x11);
  const x44 = reduce(squared(x22, 22) * x22);
  const x88 = reduce(squared(x44, 44) * x44);
  const x176 = reduce(squared(x88, 88) * x88);
  const x220 = reduce(squared(x176, 44) * x44);
  return { x2, x22, x223: reduce(squared(x220, 3) * x3) };
}

/** The even y of the point at x (BIP-340 `lift_x`); undefined if the curve has no such point. */
export function liftX(x: bigint): bigint | undefined {
  if (x >= FIELD_PRIME) return undefined;
  const ySquared = reduce(reduce(x * x) * x + 7n);
  const { x2, x22, x223 } = chain(ySquared);
  const y = squared(reduce(squared(reduce(squared(x223, 23) * x22), 6) * x2), 2); // x^((p+1)/4)
  if (reduce(y * y) !== ySquared) return undefined;
  return y & 1n ? FIELD_PRIME - y : y;
}

/** Whether (x, y) is a point of the curve, both coordinates below the prime. */
export function isPoint(x: bigint, y: bigint): boolean {
  return x < FIELD_PRIME && y < FIELD_PRIME && reduce(y * y) === reduce(reduce(x * x) * x + 7n);
}
