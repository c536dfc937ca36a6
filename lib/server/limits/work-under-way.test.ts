import { describe, expect, it } from 'vitest';
import { WorkUnderWay } from './work-under-way';

describe('the bound on work under way', () => {
  const at = (mostUnits = 100_000) => {
    let time = 0;
    let busy = 1;
    const work = new WorkUnderWay(
      mostUnits,
      () => time,
      () => busy,
    );
    const load = { ...work.projects, underWay: () => work.units };
    const enter = (units: number, kind: 'projects' | 'visitors' = 'projects') => {
      try {
        work[kind].enter(units);
        return 'taken';
      } catch (error) {
        const { reason, data } = error as { reason: string; data: { retryAfterSeconds: number } };
        return `${reason}, again in ${data.retryAfterSeconds} s`;
      }
    };
    return {
      load,
      enter,
      /** Answers one listing each `everyMs` for so long, another coming in for each. */
      pass(ms: number, everyMs: number) {
        for (const end = time + ms; time < end; ) {
          time += everyMs;
          load.leave(10);
          enter(10);
        }
      },
      setBusy: (value: number) => {
        busy = value;
      },
    };
  };
  const REFUSED = 'overloaded, again in 1 s';

  it('takes no more than its most units, and one call of any size', () => {
    const { load, enter } = at(100);
    expect(enter(1000)).toBe('taken');
    expect(enter(1)).toBe(REFUSED);
    load.leave(1000);
    expect(load.underWay()).toBe(0);
    for (let i = 0; i < 100; i++) expect(enter(1)).toBe('taken');
    expect(enter(1)).toBe(REFUSED);
  });

  it('however full the processor, sixteen listings and any number of small calls', () => {
    const { load, enter, pass } = at();
    for (let i = 0; i < 16; i++) expect(enter(10)).toBe('taken');
    pass(5000, 1000);
    expect(enter(10)).toBe(REFUSED);
    for (let i = 0; i < 1000; i++) expect(enter(1)).toBe('taken');
    load.leave(10);
    expect(enter(10)).toBe('taken');
  });

  it('refuses listings that the full processor would answer late, and takes them again when it has time', () => {
    const { load, enter, pass, setBusy } = at();
    for (let i = 0; i < 100; i++) expect(enter(10)).toBe('taken');
    // A listing every 5 ms with 100 under way: a new one would wait half a second.
    pass(3000, 5);
    expect(Array.from({ length: 100 }, () => enter(10)).at(-1)).toBe(REFUSED);
    expect(load.underWay()).toBeLessThan(700);
    setBusy(0.5);
    pass(3000, 5);
    expect(enter(10)).toBe('taken');
  });

  it('slow upstreams are no overload', () => {
    const { enter, pass, setBusy } = at();
    setBusy(0.3);
    for (let i = 0; i < 300; i++) expect(enter(10)).toBe('taken');
    pass(10_000, 100);
    expect(enter(10)).toBe('taken');
  });

  it('projects find room however much visitors have under way; visitors keep to half beside them', () => {
    const { enter, load } = at(100);
    for (let i = 0; i < 100; i++) expect(enter(1, 'visitors')).toBe('taken');
    expect(enter(1, 'visitors')).toBe(REFUSED);
    for (let i = 0; i < 100; i++) expect(enter(1)).toBe('taken');
    expect(enter(1)).toBe(REFUSED);
    expect(load.underWay()).toBe(200);
    const other = at(100);
    expect(other.enter(1)).toBe('taken');
    for (let i = 0; i < 50; i++) expect(other.enter(1, 'visitors')).toBe('taken');
    expect(other.enter(1, 'visitors')).toBe(REFUSED);
  });

  it('a full processor refuses visitors’ listings before those of projects', () => {
    const { enter, pass } = at();
    for (let i = 0; i < 16; i++) expect(enter(10)).toBe('taken');
    pass(5000, 1000);
    expect(enter(10, 'visitors')).toBe(REFUSED);
    const visited = at();
    for (let i = 0; i < 16; i++) expect(visited.enter(10, 'visitors')).toBe('taken');
    visited.pass(5000, 1000);
    expect(visited.enter(10, 'visitors')).toBe(REFUSED);
    expect(visited.enter(10)).toBe('taken');
  });
});
