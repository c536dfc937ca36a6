import { hash } from 'node:crypto';
import { FIELD_PRIME, invert, reduce } from './secp256k1';

/**
 * BIP-341 output keys for a key path alone (BIP-86: no script tree): Q = lift_x(x) + int(H_TapTweak(x))·G.
 *
 * Ours, because an import has to keep 5,000 keys a second on two cores, and nearly half of its threads' work is
 * this multiplication by G. Here G's multiples lie in a table of 8-bit windows, so a tweak is 32 additions, and one
 * inversion serves a whole batch. CPU time beside libraries on Node 20, where 1 is this file in a batch, some 0.1 ms:
 *
 * |                                                     | batch | one key | whole import |
 * |-----------------------------------------------------|-------|---------|--------------|
 * | this file                                           | 1     | 2.4     | 1            |
 * | tiny-secp256k1 2.2.4, `pointFromScalar`, `pointAdd` | 1.4   | 1.4     | 1.12         |
 * | tiny-secp256k1 2.2.4, `xOnlyPointAddTweak`          | 2.6   | 2.6     | 1.4          |
 * | @noble/curves 2.4.0, one inversion for a batch      | 2.4   |         |              |
 *
 * The import's 5,434 keys a second divided by 1.12 are some 4,850. A library would win the look-up of one key, and
 * the first one of a process: the table takes 0.1 s, the WebAssembly 0.03 s.
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

/** d·256^w·G at index w·255 + d - 1. Made on first use. */
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

/** From this many keys on, sharing an inversion in every window is cheaper than none but the last. */
const BATCH = 24;

/**
 * The output keys of internal keys.
 * @param points uncompressed keys of 65 bytes, known to be on the curve; of each only X counts (`lift_x`)
 * @returns x-only output keys of 32 bytes, in order
 */
export function taprootOutputKeys(points: readonly Uint8Array[]): Buffer[] {
  const internals = points.map(internalKeyOf);
  const sums = points.length < BATCH ? normalise(internals.map(sumAlone)) : sumTogether(internals);
  return sums.map(([x]) => Buffer.from(x.toString(16).padStart(64, '0'), 'hex'));
}

type InternalKey = { point: Affine; tweak: Uint8Array };

function internalKeyOf(key: Uint8Array): InternalKey {
  const hex = Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('hex');
  const x = BigInt(`0x${hex.slice(2, 66)}`);
  const y = BigInt(`0x${hex.slice(66)}`);
  const tweak = hash('sha256', Buffer.concat([TAG_HASH, TAG_HASH, key.subarray(1, 33)]), 'buffer');
  // BIP-341 refuses a tweak of the curve's order or more; nobody can make one (chance 2^-128).
  if (tweak[0] === 0xff && BigInt(`0x${tweak.toString('hex')}`) >= ORDER)
    throw new RangeError('Taproot tweak out of range');
  return { point: [x, y & 1n ? FIELD_PRIME - y : y], tweak };
}

/** The entry of G's table that a window of the tweak selects; undefined for a zero digit. */
function selected(multiples: readonly Affine[], tweak: Uint8Array, window: number): Affine | undefined {
  const digit = tweak[31 - window] as number;
  return digit === 0 ? undefined : multiples[window * WINDOW_SIZE + digit - 1];
}

function sumAlone({ point: [x, y], tweak }: InternalKey): Jacobian {
  const multiples = multiplesOfG();
  const sum: Jacobian = { x, y, z: 1n };
  for (let window = 0; window < WINDOWS; window++) {
    const entry = selected(multiples, tweak, window);
    if (entry) add(sum, entry);
  }
  return sum;
}

/** Affine additions for all keys in step, one inversion a window: 6 multiplications each in place of 11. */
function sumTogether(internals: readonly InternalKey[]): Affine[] {
  const multiples = multiplesOfG();
  const xs = internals.map(({ point }) => point[0]);
  const ys = internals.map(({ point }) => point[1]);
  const entries: (Affine | undefined)[] = new Array(internals.length);
  const products: bigint[] = new Array(internals.length);
  const odd = new Set<number>();
  for (let window = 0; window < WINDOWS; window++) {
    let product = 1n;
    for (let i = 0; i < internals.length; i++) {
      const entry = selected(multiples, (internals[i] as InternalKey).tweak, window);
      entries[i] = entry;
      if (entry === undefined) continue;
      if (entry[0] === xs[i]) {
        // A doubling, or a sum of nothing: as good as impossible, and left to the other way.
        odd.add(i);
        entries[i] = undefined;
        continue;
      }
      products[i] = product;
      product = multiply(product, subtract(entry[0], xs[i] as bigint));
    }
    let inverse = invert(product);
    for (let i = internals.length - 1; i >= 0; i--) {
      const entry = entries[i];
      if (entry === undefined) continue;
      const x1 = xs[i] as bigint;
      const y1 = ys[i] as bigint;
      const slope = multiply(subtract(entry[1], y1), multiply(inverse, products[i] as bigint));
      inverse = multiply(inverse, subtract(entry[0], x1));
      const x = subtract(subtract(multiply(slope, slope), x1), entry[0]);
      xs[i] = x;
      ys[i] = subtract(multiply(slope, subtract(x1, x)), y1);
    }
  }
  return internals.map((internal, i) =>
    odd.has(i) ? (normalise([sumAlone(internal)])[0] as Affine) : [xs[i] as bigint, ys[i] as bigint],
  );
}
