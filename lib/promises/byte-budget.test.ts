import { describe, expect, it } from 'vitest';
import { ByteBudget } from './byte-budget';

const never = new AbortController().signal;

describe('ByteBudget', () => {
  it('a byte budget reserves no more than its limit and serves waiting callers in order', async () => {
    const budget = new ByteBudget(100, 60_000);
    await budget.take(60, never);
    const order: string[] = [];
    const large = budget.take(80, never).then(() => order.push('large'));
    const small = budget.take(20, never).then(() => order.push('small'));
    expect(budget.tryTake(1)).toBe(false);
    expect(budget.held).toBe(60);
    budget.give(60);
    await Promise.all([large, small]);
    expect(order).toEqual(['large', 'small']);
    expect(budget.held).toBe(100);
  });

  it('a byte budget rejects a caller that has waited too long, and skips aborted callers', async () => {
    const budget = new ByteBudget(100, 5);
    await budget.take(100, never);
    await expect(budget.take(1, never)).rejects.toMatchObject({ name: 'OverloadedError' });
    const gone = new AbortController();
    const left = budget.take(50, gone.signal);
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    budget.give(100);
    expect(budget.held).toBe(0);
    expect(budget.tryTake(100)).toBe(true);
  });

  it('a byte budget grants a request larger than the limit if nothing else is reserved', async () => {
    const budget = new ByteBudget(100, 5);
    await budget.take(1_000, never);
    expect(budget.tryTake(1)).toBe(false);
    budget.give(1_000);
    expect(budget.held).toBe(0);
  });
});
