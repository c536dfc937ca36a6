import asyncHooks, { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { recordPageContexts } from './page-contexts';

const original = asyncHooks.AsyncLocalStorage;
afterEach(() => {
  asyncHooks.AsyncLocalStorage = original;
});

it('leaves pages their context while one is under way, and costs nothing when none is', async () => {
  const contexts = recordPageContexts(0);
  const storage = new asyncHooks.AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const page = async (name: string) => {
    contexts.begin();
    const inPage = await storage.run(name, async () => {
      await turn();
      seen.push(storage.getStore());
      return new AsyncResource('page');
    });
    return { inPage, end: contexts.end };
  };

  const first = await page('first');
  const second = await page('second');
  first.end();
  await sleep(5);
  expect(second.inPage.runInAsyncScope(() => storage.getStore())).toBe('second');

  second.end();
  await sleep(5);
  expect(second.inPage.runInAsyncScope(() => storage.getStore())).toBeUndefined();

  const third = await page('third');
  expect(third.inPage.runInAsyncScope(() => storage.getStore())).toBe('third');
  expect(seen).toEqual(['first', 'second', 'third']);
  third.end();
});
