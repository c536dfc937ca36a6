import { onTestFinished, vi } from 'vitest';

const realNow = performance.now.bind(performance);
let ahead = 0;

/** Advances `performance.now()` by `ms` milliseconds until the test ends. */
export function later(ms: number): void {
  ahead += ms;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ahead);
  onTestFinished(() => {
    clock.mockRestore();
    ahead = 0;
  });
}
