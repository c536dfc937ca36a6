import { expect, it } from 'vitest';
import { childScope, scopeOf } from './request-scope';

const trace = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 's', flags: '01', state: undefined };

it('a child scope aborts with its parent, keeps its trace and ends no later than its parent', () => {
  const parent = new AbortController();
  const soon = performance.now() + 10;
  const later = childScope(scopeOf(parent.signal, soon, trace), { timeoutMs: 60_000 });
  expect(later.scope).toMatchObject({ deadlineAt: soon, trace });
  const earlier = childScope(scopeOf(parent.signal), { timeoutMs: 60_000 });
  expect(earlier.scope.deadlineAt).toBeLessThan(performance.now() + 60_001);
  expect(childScope(scopeOf(parent.signal)).scope.deadlineAt).toBe(Number.POSITIVE_INFINITY);
  parent.abort('left');
  expect([later, earlier].map(({ scope }) => scope.signal.reason)).toEqual(['left', 'left']);
});

it('aborting a child scope leaves its parent running', () => {
  const parent = new AbortController();
  const { scope, abort } = childScope(scopeOf(parent.signal));
  abort('enough');
  expect(scope.signal.reason).toBe('enough');
  expect(parent.signal.aborted).toBe(false);
});
