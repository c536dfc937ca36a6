import { vi } from 'vitest';

const realNow = performance.now.bind(performance);
let ahead = 0;

/** Lets `performance.now()` run ahead by so many milliseconds. */
export function later(ms: number): void {
  ahead += ms;
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ahead);
}
