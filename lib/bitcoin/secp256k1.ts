/**
 * The arithmetic of secp256k1 (SEC 2 §2.4.1) that validating public keys needs. Uses BigInt, so that browsers load no
 * library. Not constant-time: it handles no secrets.
 */

/** Prime of the field. */
export const FIELD_PRIME = 2n ** 256n - 2n ** 32n - 977n;
const MASK = (1n << 256n) - 1n;
const FOLD = 2n ** 32n + 977n;

/** Reduces a product of two field elements with 2^256 ≡ 2^32 + 977, which is twice as fast as `%`. */
export function reduce(x: bigint): bigint {
  const once = (x & MASK) + (x >> 256n) * FOLD;
  const twice = (once & MASK) + (once >> 256n) * FOLD;
  return twice >= FIELD_PRIME ? twice - FIELD_PRIME : twice;
}

/** Exponent (p + 1) / 4, which gives a square root modulo p. */
const ROOT = (FIELD_PRIME + 1n) / 4n;

function squareRoot(x: bigint): bigint {
  let root = 1n;
  for (let bit = 1n << 253n; bit > 0n; bit >>= 1n) {
    root = reduce(root * root);
    if (ROOT & bit) root = reduce(root * x);
  }
  return root;
}

/** Returns the even y of the point with this x (BIP-340 `lift_x`); undefined if the curve has no such point. */
export function liftX(x: bigint): bigint | undefined {
  if (x >= FIELD_PRIME) return undefined;
  const ySquared = reduce(reduce(x * x) * x + 7n);
  const y = squareRoot(ySquared);
  if (reduce(y * y) !== ySquared) return undefined;
  return y & 1n ? FIELD_PRIME - y : y;
}

/** Checks whether (x, y) is a point on the curve and both coordinates are below the prime. */
export function isPoint(x: bigint, y: bigint): boolean {
  return x < FIELD_PRIME && y < FIELD_PRIME && reduce(y * y) === reduce(reduce(x * x) * x + 7n);
}
