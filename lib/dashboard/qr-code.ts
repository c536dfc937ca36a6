/**
 * QR codes (ISO/IEC 18004) of short texts: byte mode, error correction M, versions 1 to 6. An address needs no
 * more, and a package of ten times the size is not sent to a browser for it.
 */

/** Of versions 1 to 6 at level M: all codewords, error-correction codewords of a block, blocks. */
const VERSIONS = [
  { total: 26, correction: 10, blocks: 1 },
  { total: 44, correction: 16, blocks: 1 },
  { total: 70, correction: 26, blocks: 1 },
  { total: 100, correction: 18, blocks: 2 },
  { total: 134, correction: 24, blocks: 2 },
  { total: 172, correction: 16, blocks: 4 },
] as const;

type Grid = { size: number; dark: boolean[][]; fixed: boolean[][] };

/**
 * A QR code as rows of modules, true for dark; without its quiet zone of four modules.
 * @throws RangeError for a text of more than 106 bytes
 */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const index = VERSIONS.findIndex(
    ({ total, correction, blocks }) => bytes.length + 2 <= total - correction * blocks,
  );
  const version = VERSIONS[index];
  if (version === undefined) throw new RangeError('The text is too long for a QR code of version 6');
  const codewords = interleave(
    dataCodewords(bytes, version.total - version.correction * version.blocks),
    version,
  );
  let best: { grid: Grid; penalty: number } | undefined;
  for (let mask = 0; mask < 8; mask++) {
    const grid = emptyGrid(index + 1);
    place(grid, codewords, mask);
    drawFormat(grid, mask);
    const penalty = penaltyOf(grid);
    if (best === undefined || penalty < best.penalty) best = { grid, penalty };
  }
  return best?.grid.dark ?? [];
}

function dataCodewords(bytes: Uint8Array, capacity: number): number[] {
  // Mode 0100, the length in 8 bits, the bytes, a terminator of 4 bits: everything half a byte to the left.
  const data: number[] = [0x40 | (bytes.length >> 4)];
  let carry = bytes.length & 15;
  for (const byte of bytes) {
    data.push((carry << 4) | (byte >> 4));
    carry = byte & 15;
  }
  data.push(carry << 4);
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Multiplies in GF(2^8) with x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(x: number, y: number): number {
  let z = 0;
  for (let i = 7; i >= 0; i--) {
    z = (z << 1) ^ ((z >>> 7) * 0x11d);
    z ^= ((y >>> i) & 1) * x;
  }
  return z;
}

function correctionOf(data: readonly number[], degree: number): number[] {
  const divisor = new Array<number>(degree).fill(0);
  divisor[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++)
      divisor[j] = multiply(divisor[j] ?? 0, root) ^ (j + 1 < degree ? (divisor[j + 1] ?? 0) : 0);
    root = multiply(root, 2);
  }
  const rest = new Array<number>(degree).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (let i = 0; i < degree; i++) rest[i] = (rest[i] ?? 0) ^ multiply(divisor[i] ?? 0, factor);
  }
  return rest;
}

function interleave(data: readonly number[], { correction, blocks }: (typeof VERSIONS)[number]): number[] {
  // At level M of these versions all blocks are of one length.
  const length = data.length / blocks;
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(i * length, (i + 1) * length));
  const checks = parts.map((part) => correctionOf(part, correction));
  const out: number[] = [];
  for (let i = 0; i < length; i++) for (const part of parts) out.push(part[i] ?? 0);
  for (let i = 0; i < correction; i++) for (const check of checks) out.push(check[i] ?? 0);
  return out;
}

function emptyGrid(version: number): Grid {
  const size = 17 + 4 * version;
  const make = () => Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const grid = { size, dark: make(), fixed: make() };
  for (let i = 0; i < size; i++) {
    set(grid, 6, i, i % 2 === 0);
    set(grid, i, 6, i % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(grid, x + dx, y + dy, ring !== 2 && ring !== 4);
      }
  if (version > 1)
    for (let dy = -2; dy <= 2; dy++)
      for (let dx = -2; dx <= 2; dx++)
        set(grid, size - 7 + dx, size - 7 + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  drawFormat(grid, 0);
  return grid;
}

function set({ size, dark, fixed }: Grid, x: number, y: number, value: boolean): void {
  if (x < 0 || y < 0 || x >= size || y >= size) return;
  (dark[y] as boolean[])[x] = value;
  (fixed[y] as boolean[])[x] = true;
}

function drawFormat(grid: Grid, mask: number): void {
  // Level M is 00.
  let rest = mask;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (i: number) => ((bits >>> i) & 1) === 1;
  const { size } = grid;
  for (let i = 0; i <= 5; i++) set(grid, 8, i, bit(i));
  set(grid, 8, 7, bit(6));
  set(grid, 8, 8, bit(7));
  set(grid, 7, 8, bit(8));
  for (let i = 9; i < 15; i++) set(grid, 14 - i, 8, bit(i));
  for (let i = 0; i < 8; i++) set(grid, size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i++) set(grid, 8, size - 15 + i, bit(i));
  set(grid, 8, size - 8, true);
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function place({ size, dark, fixed }: Grid, codewords: readonly number[], mask: number): void {
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (let j = 0; j < 2; j++) {
        const x = right - j;
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (fixed[y]?.[x]) continue;
        const value = (((codewords[i >>> 3] ?? 0) >>> (7 - (i & 7))) & 1) === 1;
        (dark[y] as boolean[])[x] = value !== (MASKS[mask]?.(x, y) ?? false);
        i++;
      }
    }
  }
}

/** The four rules by which the mask that scans best is chosen. */
function penaltyOf({ size, dark }: Grid): number {
  let penalty = 0;
  let count = 0;
  const columns = dark.map((_, x) => dark.map((row) => row[x] ?? false));
  for (const line of [...dark, ...columns]) {
    const text = line.map((value) => (value ? '1' : '0')).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    for (let i = 0; i + 11 <= size; i++)
      if (['10111010000', '00001011101'].includes(text.slice(i, i + 11))) penalty += 40;
  }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const here = dark[y]?.[x];
      if (here) count++;
      if (
        x > 0 &&
        y > 0 &&
        dark[y]?.[x - 1] === here &&
        dark[y - 1]?.[x] === here &&
        dark[y - 1]?.[x - 1] === here
      )
        penalty += 3;
    }
  return penalty + Math.floor(Math.abs((count * 20) / (size * size) - 10)) * 10;
}
