import { expect, it } from 'vitest';
import { storeState } from './store-state';

it('the store is reported as read-only while a small test write, repeated every 5 s, fails', async () => {
  let time = 0;
  let fails = false;
  let writes = 0;
  let away = false;
  const state = storeState(
    {
      ping: async () => {
        if (away) throw new Error('away');
      },
      probeWrite: async () => {
        writes += 1;
        if (fails) throw new Error('disk full');
      },
    },
    () => time,
  );
  expect(await state()).toBe('ok');
  fails = true;
  expect(await state()).toBe('ok');
  time = 5_000;
  expect([await state(), await state()]).toEqual(['read-only', 'read-only']);
  expect(writes).toBe(2);
  fails = false;
  time = 10_000;
  expect(await state()).toBe('ok');
  away = true;
  expect(await state()).toBe('unavailable');
});
