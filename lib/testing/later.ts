import { onTestFinished, vi } from 'vitest';

const realNow = performance.now.bind(performance);
let ahead = 0;

/** Moves `performance.now()` ahead by `ms` milliseconds. The real clock is restored when the test ends. */
export function later(ms: number): void {
  ahead += ms;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ahead);
  onTestFinished(() => {
    clock.mockRestore();
    ahead = 0;
  });
}
