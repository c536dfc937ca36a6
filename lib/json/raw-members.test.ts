import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { rawMembers } from './raw-members';

const textsOf = (json: string | Buffer) => {
  const members = rawMembers(Buffer.from(json));
  return members && Object.fromEntries([...members].map(([name, value]) => [name, value.toString()]));
};

it('returns the bytes of each member as they are', () => {
  expect(textsOf(' {"a" : 1.50 ,"b":"\\u0041\\"","\\u0063":{"x":[1e3, -0 ]},"d":[ ] , "e":null} ')).toEqual({
    a: '1.50',
    b: '"\\u0041\\""',
    c: '{"x":[1e3, -0 ]}',
    d: '[ ]',
    e: 'null',
  });
  expect(textsOf('{}')).toEqual({});
  expect(textsOf('{"a":1,"a":2}')).toEqual({ a: '2' });
  expect(textsOf('\ufeff{"a":18446744073709551615}')).toEqual({ a: '18446744073709551615' });
});

it.each([
  '',
  '<html>',
  '[]',
  '"a"',
  '{"a":1',
  '{"a":1}}',
  '{"a":1}{}',
  '{"a":1,}',
  '{"a":[1,]}',
  '{"a":[1}',
  '{"a":{"b":1]}',
  '{"a":}',
  '{"a" 1}',
  '{a:1}',
  '{"a":tru}',
  '{"a":01}',
  '{"a":1.}',
  '{"a":+1}',
  '{"a":NaN}',
  '{"a":"\\x"}',
  '{"a":"\\u12g4"}',
  '{"a":"\n"}',
  '{"a":"',
  '{"a":"\\"}',
  `{"a":${'['.repeat(64)}${']'.repeat(64)}}`,
])('returns undefined for %j', (json) => {
  expect(textsOf(json)).toBeUndefined();
});

it('returns undefined for bytes that are not UTF-8', () => {
  expect(rawMembers(Buffer.from('7b2261223a22ff227d', 'hex'))).toBeUndefined();
});

it('accepts exactly what JSON.parse accepts', () => {
  const token = fc.constantFrom(
    ...'{}[],:"\\0123.eE+-u ntrfalsx'.split(''),
    '"a":',
    '"a"',
    'true',
    'false',
    'null',
    '1.5e-3',
    '\\u00e9',
    '\t',
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 14 }), (tokens) => {
      const json = `{"a":${tokens.join('')}}`;
      let parsed: unknown;
      try {
        parsed = JSON.parse(json);
      } catch {}
      expect(textsOf(json) !== undefined).toBe(parsed !== undefined);
    }),
    { numRuns: 20_000 },
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.json()), (object) => {
      const text = `{${Object.entries(object).map(([name, json]) => `${JSON.stringify(name)}:${json}`)}}`;
      expect(textsOf(text)).toEqual(object);
    }),
  );
});
