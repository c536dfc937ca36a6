import { isUtf8 } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

const isValid = (json: string) => {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
};

// Numbers, literals and strings by the grammar of RFC 8259 (§3, §6, §7), and texts that miss it by little.
describe.each([
  ...['0', '-0', '7', '10', '1234567890', '-12', '0.5', '1.50', '-0.0', '0.00001', '18446744073709551615'],
  ...['1e3', '1E3', '1e+3', '1E-3', '0e0', '0E+00', '1.5e-30', '-1.25E+007', '9'.repeat(400), '1e999'],
  ...['-', '+', '+1', '--1', '-a', '01', '-01', '00', '0x10', '0b1', '1_000', '1n', '1f', '1-', '1+2', '1-2'],
  ...['.', '.5', '-.5', '1.', '1.e3', '1..2', '1.2.3', '1.a', '1,5 5', '1 2', '٣', '１'],
  ...[
    'e',
    'e3',
    '1e',
    '1E',
    '1e+',
    '1e-',
    '1e++1',
    '1e1.5',
    '1e1e1',
    '1ee1',
    '1.5e',
    '-e1',
    'E1',
    '/',
    ':',
    '0:',
  ],
  ...['true', 'false', 'null', 'tru', 'truf', 'truee', 'true1', 'fals', 'falsy', 'nul', 'nulL', 'nullnull'],
  ...[
    'True',
    'TRUE',
    'False',
    'NULL',
    'nan',
    'NaN',
    'Infinity',
    '-Infinity',
    'undefined',
    't',
    'f',
    'n',
    'true.',
  ],
  ...[...'"\\/bfnrtuaexBFNRTUv0\'`@G \n'].map((character) => `"\\${character}"`),
  ...['"\\u0041"', '"\\uabcd"', '"\\uABCD"', '"\\u90aF"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\u00410"'],
  ...[
    '"\\u"',
    '"\\u0"',
    '"\\u004"',
    '"\\u004g"',
    '"\\ug041"',
    '"\\u0G41"',
    '"\\u00`1"',
    '"\\u00@1"',
    '"\\U0041"',
  ],
  ...[
    '"\\u00/1"',
    '"\\u00:1"',
    '"\\u+041"',
    '"\\u-041"',
    '"\\u 041"',
    '"\\u00\\41"',
    '"\\u0\\u41"',
    '"\\u{41}"',
  ],
  ...['"\\uà41"', '"\\u０041"', '"\\à"', '"\\\\\\""', '"\\\\""', '"a\\', '"\u0000"', '"\u001f"', '"\u007f"'],
])('%j', (text) => {
  it('is accepted as a value, in an array and in an object exactly if JSON.parse accepts it', () => {
    for (const json of [`{"a":${text}}`, `{"a":[${text},${text} ]}`, `{"a":{"b":${text}\n,"c":1}}`])
      expect([json, textsOf(json) !== undefined]).toEqual([json, isValid(json)]);
  });

  it('is accepted in a part of the bytes exactly if JSON.parse accepts that part', () => {
    const whole = Buffer.from(`{"a":${text}}`);
    // UTF-8 that is cut within a character is invalid, although decoding would repair it.
    for (let length = 0; length < whole.length; length++)
      for (const tail of ['', '}', '"}', ']}']) {
        const json = Buffer.concat([whole.subarray(0, length), Buffer.from(tail)]);
        const isAccepted = isUtf8(json) && isValid(json.toString());
        expect([json.toString(), rawMembers(json) !== undefined]).toEqual([json.toString(), isAccepted]);
      }
  });
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
      expect(textsOf(json) !== undefined).toBe(isValid(json));
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
