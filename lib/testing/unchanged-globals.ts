import { afterAll, expect } from 'vitest';

// Test files share a process. Test files that load libraries which replace built-in functions must be listed in
// `ISOLATED`, so that they run in their own process.

const BUILT_INS = [
  Array,
  ArrayBuffer,
  BigInt,
  Date,
  Function,
  Map,
  Number,
  Object,
  Promise,
  RegExp,
  Set,
  String,
];

/** Returns the functions of the built-in objects, by name. */
const members = () =>
  new Map(
    [
      globalThis,
      JSON,
      Math,
      { now: performance.now },
      ...BUILT_INS,
      ...BUILT_INS.map(({ prototype }) => prototype),
    ].flatMap((owner, i) =>
      Object.entries(Object.getOwnPropertyDescriptors(owner))
        .filter(([, { value }]) => typeof value === 'function')
        .map(([name, { value }]) => [`${i} ${name}`, value] as const),
    ),
  );

const before = members();
afterAll(() => {
  const after = members();
  expect([...before.keys()].filter((name) => after.get(name) !== before.get(name))).toEqual([]);
});
