import { describe, expect, it } from 'vitest';
import { pluginData } from './plugin-data';

const pack = (...bytes: number[]) => pluginData(Buffer.from(bytes), 'MsgPack');

describe('the data of an external plugin', () => {
  it.each<[string, number[], unknown]>([
    ['a map', [0x82, 0xa1, 0x61, 0x01, 0xa1, 0x62, 0xc0], { a: 1, b: null }],
    ['a list with booleans', [0x92, 0xc2, 0xc3], [false, true]],
    ['negative integers', [0x93, 0xff, 0xd0, 0x80, 0xd1, 0x80, 0x00], [-1, -128, -32_768]],
    ['a 64-bit integer', [0xcf, ...Array(8).fill(0xff)], 18446744073709551615n],
    ['a double', [0xcb, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0], 1.5],
    ['long text', [0xd9, 3, 0x61, 0x62, 0x63], 'abc'],
    ['a list with a 16-bit length', [0xdc, 0, 1, 7], [7]],
    ['a map with a 32-bit length', [0xdf, 0, 0, 0, 0], {}],
    ['a key __proto__', [0x81, 0xa9, ...Buffer.from('__proto__'), 1], JSON.parse('{"__proto__":1}')],
  ])('decodes %s from MessagePack', (_what, bytes, value) => {
    expect(pack(...bytes)).toEqual(value);
  });

  it.each<[string, number[]]>([
    ['binary data', [0xc4, 1, 0]],
    ['a key that is not text', [0x81, 1, 1]],
    ['NaN', [0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0]],
    ['a list that is longer than the data', [0xdd, 0xff, 0xff, 0xff, 0xff, 1]],
    ['bytes after the value', [1, 1]],
    ['lists nested 70 deep', [...Array(70).fill(0x91), 1]],
    ['no bytes', []],
  ])('returns base64 for MessagePack with %s', (_what, bytes) => {
    expect(pack(...bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });

  it('returns base64 for MessagePack with more than 65,536 values', () => {
    const bytes = Buffer.concat([Buffer.of(0xdd, 0, 2, 0, 0), Buffer.alloc(131_072, 1)]);
    expect(pluginData(bytes, 'MsgPack')).toBe(bytes.toString('base64'));
  });

  it('returns plugin data that is valid JSON as a value, and any other text as a string', () => {
    expect(pluginData(Buffer.from('{"a":[1]}'), 'Json')).toEqual({ a: [1] });
    expect(pluginData(Buffer.from('hello'), 'Json')).toBe('hello');
    const deep = '['.repeat(100_000);
    expect(pluginData(Buffer.from(deep), 'Json')).toBe(deep);
  });
});
