import { expect, it } from 'vitest';
import { WriteWatch } from './database';

const FULL = Object.assign(new Error('database or disk is full'), { errcode: 13 });
const POSTGRES_FULL = Object.assign(new Error('could not extend file'), { code: '53100' });

it('reports once that the store takes no writes, and once that it takes them again, 10 s after the last failure', async () => {
  let time = 0;
  const reports: [boolean, unknown][] = [];
  const watch = new WriteWatch(
    (isWritable, cause) => reports.push([isWritable, cause]),
    () => time,
  );
  const fail = (cause: Error) => expect(watch.run(Promise.reject(cause))).rejects.toBe(cause);
  await watch.run(Promise.resolve());
  await fail(new Error('the connection was lost'));
  expect(reports).toEqual([]);
  await fail(FULL);
  await watch.run(Promise.resolve()); // A small write that still fits.
  time = 5_000;
  await fail(POSTGRES_FULL);
  time = 14_999;
  await watch.run(Promise.resolve());
  expect(reports).toEqual([[false, FULL]]);
  time = 15_000;
  await watch.run(Promise.resolve());
  await watch.run(Promise.resolve());
  expect(reports).toEqual([
    [false, FULL],
    [true, undefined],
  ]);
});
