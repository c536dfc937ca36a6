import { describe, expect, it } from 'vitest';
import { affordableBudget } from './heap-room';

const MIB = 1024 * 1024;

describe('the memory budget', () => {
  it('limits the memory budget to half of the heap, and to the heap minus a reserve', () => {
    expect(affordableBudget(512 * MIB, 4096 * MIB)).toBe(512 * MIB);
    expect(affordableBudget(512 * MIB, 600 * MIB)).toBe(300 * MIB);
    expect(affordableBudget(512 * MIB, 256 * MIB)).toBe(96 * MIB);
    expect(affordableBudget(16 * MIB, 256 * MIB)).toBe(16 * MIB);
  });
});
