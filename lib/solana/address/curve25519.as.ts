// AssemblyScript, not TypeScript: compiled to WebAssembly by lib/commands/generate/generate-curve-wasm.ts into
// curve25519.generated.ts. Tests whether 32 bytes encode a point of edwards25519.
//
// y comes from the bytes. The point exists if (y^2 - 1) / (d y^2 + 1) is a square modulo p = 2^255 - 19, which is the
// case if (y^2 - 1) * (d y^2 + 1) is a square. The Jacobi symbol decides that without a square root.
//
// Field elements are 8 limbs of 32 bits in u64 cells of linear memory, least significant first.

const INPUT: usize = 0;
const Y: usize = 64;
const Y2: usize = 128;
const U: usize = 192;
const V: usize = 256;
const W: usize = 320;
const D: usize = 384;
const WIDE: usize = 448; // 16 cells
const LIMB_MASK: u64 = 0xffffffff;

function get(at: usize, i: i32): u64 {
  return load<u64>(at + (<usize>i << 3));
}
function put(at: usize, i: i32, value: u64): void {
  store<u64>(at + (<usize>i << 3), value);
}

/** Checks whether a fully carried element is p or more. */
function atLeastP(at: usize): bool {
  if (get(at, 7) < 0x7fffffff) return false;
  if (get(at, 7) > 0x7fffffff) return true;
  for (let i = 6; i > 0; i--) if (get(at, i) != LIMB_MASK) return false;
  return get(at, 0) >= 0xffffffed;
}

function subtractP(at: usize): void {
  // x - p = x + 19 - 2^255
  let carry: u64 = 19;
  for (let i = 0; i < 8; i++) {
    carry += get(at, i);
    put(at, i, carry & LIMB_MASK);
    carry >>= 32;
  }
  put(at, 7, get(at, 7) & 0x7fffffff);
}

function multiply(to: usize, a: usize, b: usize): void {
  for (let i = 0; i < 16; i++) put(WIDE, i, 0);
  for (let i = 0; i < 8; i++) {
    let carry: u64 = 0;
    const ai = get(a, i);
    for (let j = 0; j < 8; j++) {
      carry += ai * get(b, j) + get(WIDE, i + j);
      put(WIDE, i + j, carry & LIMB_MASK);
      carry >>= 32;
    }
    put(WIDE, i + 8, carry);
  }
  // 2^256 = 38 modulo p: fold the upper half onto the lower, then fold the remaining bits from bit 255 up once more.
  let carry: u64 = 0;
  for (let i = 0; i < 8; i++) {
    carry += get(WIDE, i) + 38 * get(WIDE, i + 8);
    put(to, i, carry & LIMB_MASK);
    carry >>= 32;
  }
  carry = ((carry << 1) | (get(to, 7) >> 31)) * 19;
  put(to, 7, get(to, 7) & 0x7fffffff);
  for (let i = 0; i < 8; i++) {
    carry += get(to, i);
    put(to, i, carry & LIMB_MASK);
    carry >>= 32;
  }
  if (atLeastP(to)) subtractP(to);
}

function isZero(at: usize): bool {
  let bits: u64 = 0;
  for (let i = 0; i < 8; i++) bits |= get(at, i);
  return bits == 0;
}

/** Computes the Jacobi symbol of the element at `at` over p with the binary algorithm: -1, 0 or 1. */
function jacobi(at: usize): i32 {
  let a0 = get(at, 0) | (get(at, 1) << 32);
  let a1 = get(at, 2) | (get(at, 3) << 32);
  let a2 = get(at, 4) | (get(at, 5) << 32);
  let a3 = get(at, 6) | (get(at, 7) << 32);
  let n0: u64 = 0xffffffffffffffed;
  let n1: u64 = 0xffffffffffffffff;
  let n2: u64 = 0xffffffffffffffff;
  let n3: u64 = 0x7fffffffffffffff;
  let flips: u64 = 0;
  while ((a0 | a1 | a2 | a3) != 0) {
    while (a0 == 0) {
      // 64 is even: no change of sign
      a0 = a1;
      a1 = a2;
      a2 = a3;
      a3 = 0;
    }
    const zeros = ctz(a0);
    if (zeros != 0) {
      const rest = 64 - zeros;
      a0 = (a0 >> zeros) | (a1 << rest);
      a1 = (a1 >> zeros) | (a2 << rest);
      a2 = (a2 >> zeros) | (a3 << rest);
      a3 = a3 >> zeros;
      // (2/n) is -1 when n is 3 or 5 modulo 8, which is when bits 1 and 2 differ
      flips ^= zeros & ((n0 >> 1) ^ (n0 >> 2));
    }
    if (a3 < n3 || (a3 == n3 && (a2 < n2 || (a2 == n2 && (a1 < n1 || (a1 == n1 && a0 < n0)))))) {
      flips ^= (a0 & n0) >> 1;
      let t = a0;
      a0 = n0;
      n0 = t;
      t = a1;
      a1 = n1;
      n1 = t;
      t = a2;
      a2 = n2;
      n2 = t;
      t = a3;
      a3 = n3;
      n3 = t;
    }
    const b0: u64 = a0 < n0 ? 1 : 0;
    a0 -= n0;
    const d1 = a1 - n1;
    const b1: u64 = (a1 < n1 ? 1 : 0) | (d1 < b0 ? 1 : 0);
    a1 = d1 - b0;
    const d2 = a2 - n2;
    const b2: u64 = (a2 < n2 ? 1 : 0) | (d2 < b1 ? 1 : 0);
    a2 = d2 - b1;
    a3 = a3 - n3 - b2;
  }
  if (n0 != 1 || (n1 | n2 | n3) != 0) return 0;
  return (flips & 1) != 0 ? -1 : 1;
}

/** Checks whether the 32 bytes at offset 0 are a point of edwards25519 in its canonical encoding. */
export function isInputOnCurve(): bool {
  for (let i = 0; i < 8; i++) put(Y, i, load<u32>(INPUT + (<usize>i << 2)));
  const sign = get(Y, 7) >> 31;
  put(Y, 7, get(Y, 7) & 0x7fffffff);
  if (atLeastP(Y)) return false;

  // d = -121665/121666
  put(D, 0, 0x135978a3);
  put(D, 1, 0x75eb4dca);
  put(D, 2, 0x4141d8ab);
  put(D, 3, 0x00700a4d);
  put(D, 4, 0x7779e898);
  put(D, 5, 0x8cc74079);
  put(D, 6, 0x2b6ffe73);
  put(D, 7, 0x52036cee);

  multiply(Y2, Y, Y);
  // u = y^2 - 1: adds p - 1, then subtracts p if the result is p or more
  let carry: u64 = 0xffffffec;
  for (let i = 0; i < 8; i++) {
    carry += get(Y2, i);
    put(U, i, carry & LIMB_MASK);
    carry = (carry >> 32) + (i == 6 ? 0x7fffffff : LIMB_MASK);
  }
  if (atLeastP(U)) subtractP(U);
  // x = 0 has only one encoding, with sign 0
  if (isZero(U)) return sign == 0;
  multiply(V, Y2, D);
  carry = 1;
  for (let i = 0; i < 8; i++) {
    carry += get(V, i);
    put(V, i, carry & LIMB_MASK);
    carry >>= 32;
  }
  if (atLeastP(V)) subtractP(V);
  multiply(W, U, V);
  return jacobi(W) == 1;
}
