import { describe, expect, it } from 'vitest';
import { memoryBudget } from './heap-room';

const MIB = 1024 * 1024;

describe('the memory budget', () => {
  it('limits the memory budget to half of the heap, and to the heap minus a reserve', () => {
    expect(memoryBudget(1, 4096 * MIB)).toBe(512 * MIB);
    expect(memoryBudget(1, 600 * MIB)).toBe(300 * MIB);
    expect(memoryBudget(1, 256 * MIB)).toBe(96 * MIB);
    expect(memoryBudget(1 / 2, 4096 * MIB)).toBe(256 * MIB);
  });
});
