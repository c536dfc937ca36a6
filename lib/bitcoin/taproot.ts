import { hash } from 'node:crypto';
import { FIELD_PRIME, invert, liftX, reduce } from './secp256k1';

/**
 * BIP-341 output keys for a key path alone (BIP-86: no script tree): Q = lift_x(x) + int(H_TapTweak(x))·G.
 *
 * The multiplication by G is what makes taproot slow in plain JavaScript (a general library does some 700 keys
 * a second). Here G's multiples lie in a table of 8-bit windows, so a tweak is 32 additions, and one inversion
 * serves a whole batch: over 10,000 a second, with no native code.
 */
type Affine = readonly [x: bigint, y: bigint];

const G: Affine = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
];
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const TAG_HASH = hash('sha256', 'TapTweak', 'buffer');
const WINDOWS = 32;
const WINDOW_SIZE = 255;

const subtract = (a: bigint, b: bigint) => (a >= b ? a - b : a - b + FIELD_PRIME);
const multiply = (a: bigint, b: bigint) => reduce(a * b);

/** A point being added up, in Jacobian coordinates; z 0 is the point at infinity. */
type Jacobian = { x: bigint; y: bigint; z: bigint };

/** sum += point ("madd-2004-hmv"), with the two cases that the formula leaves out. */
function add(sum: Jacobian, [x2, y2]: Affine): void {
  if (sum.z === 0n) {
    sum.x = x2;
    sum.y = y2;
    sum.z = 1n;
    return;
  }
  const zz = multiply(sum.z, sum.z);
  const h = subtract(multiply(x2, zz), sum.x);
  const r = subtract(multiply(y2, multiply(sum.z, zz)), sum.y);
  if (h === 0n) {
    if (r === 0n) double(sum);
    else sum.z = 0n;
    return;
  }
  const hh = multiply(h, h);
  const hhh = multiply(h, hh);
  const v = multiply(sum.x, hh);
  const x = subtract(subtract(multiply(r, r), hhh), reduce(v + v));
  sum.y = subtract(multiply(r, subtract(v, x)), multiply(sum.y, hhh));
  sum.x = x;
  sum.z = multiply(sum.z, h);
}

function double(sum: Jacobian): void {
  const yy = multiply(sum.y, sum.y);
  const s = reduce(4n * sum.x * yy);
  const m = reduce(3n * sum.x * sum.x);
  const x = subtract(multiply(m, m), reduce(s + s));
  sum.z = reduce(2n * sum.y * sum.z);
  sum.y = subtract(multiply(m, subtract(s, x)), reduce(8n * yy * yy));
  sum.x = x;
}

/** Brings all to z = 1 with one inversion (Montgomery's trick). None may be infinite. */
function normalise(points: readonly Jacobian[]): Affine[] {
  const products: bigint[] = [];
  let product = 1n;
  for (const { z } of points) {
    products.push(product);
    product = multiply(product, z);
  }
  let inverse = invert(product);
  const affine: Affine[] = new Array(points.length);
  for (let i = points.length - 1; i >= 0; i--) {
    const { x, y, z } = points[i] as Jacobian;
    const zInverse = multiply(inverse, products[i] as bigint);
    inverse = multiply(inverse, z);
    const square = multiply(zInverse, zInverse);
    affine[i] = [multiply(x, square), multiply(y, multiply(square, zInverse))];
  }
  return affine;
}

let table: Affine[] | undefined;

/** d·256^w·G at index w·255 + d - 1. Made on first use, in some 10 ms. */
function multiplesOfG(): Affine[] {
  if (table) return table;
  const points: Jacobian[] = [];
  let base = G;
  for (let window = 0; window < WINDOWS; window++) {
    const sum = { x: 0n, y: 0n, z: 0n };
    for (let digit = 1; digit <= WINDOW_SIZE; digit++) {
      add(sum, base);
      points.push({ ...sum });
    }
    add(sum, base);
    base = normalise([sum])[0] as Affine;
  }
  table = normalise(points);
  return table;
}

/**
 * The output keys of internal keys.
 * @param internalKeys x-only keys of 32 bytes, each known to be on the curve
 * @returns x-only output keys of 32 bytes, in order
 */
export function taprootOutputKeys(internalKeys: readonly Uint8Array[]): Buffer[] {
  const multiples = multiplesOfG();
  const sums = internalKeys.map((internalKey) => {
    const x = BigInt(`0x${Buffer.from(internalKey).toString('hex')}`);
    const sum: Jacobian = { x, y: liftX(x) as bigint, z: 1n };
    const tweak = hash('sha256', Buffer.concat([TAG_HASH, TAG_HASH, internalKey]), 'buffer');
    // BIP-341 refuses a tweak of the curve's order or more; nobody can make one (chance 2^-128).
    if (BigInt(`0x${tweak.toString('hex')}`) >= ORDER) throw new RangeError('Taproot tweak out of range');
    for (let window = 0; window < WINDOWS; window++) {
      const digit = tweak[31 - window] as number;
      if (digit !== 0) add(sum, multiples[window * WINDOW_SIZE + digit - 1] as Affine);
    }
    return sum;
  });
  return normalise(sums).map(([x]) => Buffer.from(x.toString(16).padStart(64, '0'), 'hex'));
}
