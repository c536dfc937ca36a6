import { describe, expect, it } from 'vitest';
import { pluginData } from './core-plugins';

describe('the data of an external plugin', () => {
  it.each(['Binary', 'MsgPack'] as const)('returns %s data as base64', (schema) => {
    // The map {"a": 1} in MessagePack (github.com/msgpack/msgpack, spec.md).
    expect(pluginData(Buffer.of(0x81, 0xa1, 0x61, 0x01), schema)).toBe('gaFhAQ==');
  });

  it('returns plugin data that is valid JSON as a value, and any other text as a string', () => {
    expect(pluginData(Buffer.from('{"a":[1]}'), 'Json')).toEqual({ a: [1] });
    expect(pluginData(Buffer.from('hello'), 'Json')).toBe('hello');
    const deep = '['.repeat(100_000);
    expect(pluginData(Buffer.from(deep), 'Json')).toBe(deep);
  });
});
