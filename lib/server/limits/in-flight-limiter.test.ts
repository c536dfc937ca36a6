import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { InFlightLimiter } from './in-flight-limiter';

describe('InFlightLimiter', () => {
  afterEach(() => void vi.restoreAllMocks());

  const at = (mostUnits = 100_000) => {
    let time = 0;
    let busy = 1;
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
      idle: 0,
      active: 0,
      utilization: busy,
    }));
    const limiter = new InFlightLimiter(mostUnits);
    const enter = (units: number) => {
      try {
        limiter.enter(units);
        return 'taken';
      } catch (error) {
        const { reason, data } = error as { reason: string; data: { retryAfterSeconds: number } };
        return `${reason}, again in ${data.retryAfterSeconds} s`;
      }
    };
    return {
      limiter,
      enter,
      /** Advances the time by `ms`; every `everyMs`, one listing ends and another starts. */
      pass(ms: number, everyMs: number) {
        for (const end = time + ms; time < end; ) {
          time += everyMs;
          limiter.leave(10);
          enter(10);
        }
      },
      setBusy: (value: number) => {
        busy = value;
      },
    };
  };
  const REFUSED = 'overloaded, again in 1 s';

  it('accepts calls up to the maximum number of units, and any single call while nothing is in flight', () => {
    const { limiter, enter } = at(100);
    expect(enter(1000)).toBe('taken');
    expect(enter(1)).toBe(REFUSED);
    limiter.leave(1000);
    expect(limiter.units).toBe(0);
    for (let i = 0; i < 100; i++) expect(enter(1)).toBe('taken');
    expect(enter(1)).toBe(REFUSED);
  });

  it('accepts sixteen listings and any number of small calls while the CPU is saturated', () => {
    const { limiter, enter, pass } = at();
    for (let i = 0; i < 16; i++) expect(enter(10)).toBe('taken');
    pass(5000, 1000);
    expect(enter(10)).toBe(REFUSED);
    for (let i = 0; i < 1000; i++) expect(enter(1)).toBe('taken');
    limiter.leave(10);
    expect(enter(10)).toBe('taken');
  });

  it('rejects further listings while the CPU is saturated, and accepts listings again afterwards', () => {
    const { limiter, enter, pass, setBusy } = at();
    for (let i = 0; i < 100; i++) expect(enter(10)).toBe('taken');
    pass(3000, 5);
    expect(Array.from({ length: 100 }, () => enter(10)).at(-1)).toBe(REFUSED);
    expect(limiter.units).toBe(160);
    setBusy(0.5);
    pass(3000, 5);
    expect(enter(10)).toBe('taken');
  });

  it('accepts 50 listings more each second after the CPU was saturated', () => {
    const { limiter, enter, pass, setBusy } = at();
    for (let i = 0; i < 16; i++) enter(10);
    pass(1000, 10);
    setBusy(0.5);
    pass(1000, 10);
    while (enter(10) === 'taken');
    expect(limiter.units).toBeGreaterThan(500);
    expect(limiter.units).toBeLessThan(700);
  });

  it('accepts listings that wait for slow upstreams while the CPU is not saturated', () => {
    const { enter, pass, setBusy } = at();
    setBusy(0.3);
    for (let i = 0; i < 300; i++) expect(enter(10)).toBe('taken');
    pass(10_000, 100);
    expect(enter(10)).toBe('taken');
  });
});
