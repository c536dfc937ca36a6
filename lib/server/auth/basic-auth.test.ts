import { describe, expect, it } from 'vitest';
import { readBasicCredentials } from './basic-auth';

const basic = (text: string | Uint8Array) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('readBasicCredentials (RFC 7617)', () => {
  it.each([
    [basic('id:key'), { projectId: 'id', serverKey: 'key' }],
    [basic('id:key').replace('Basic', 'basic'), { projectId: 'id', serverKey: 'key' }],
    [basic('id:key').replace(' ', '  '), { projectId: 'id', serverKey: 'key' }],
    [basic('id:key').replace(/=+$/, ''), { projectId: 'id', serverKey: 'key' }],
    [basic('id:a:b:c'), { projectId: 'id', serverKey: 'a:b:c' }],
    [basic('id:schlüssel'), { projectId: 'id', serverKey: 'schlüssel' }],
  ])('parses the Authorization header %s', (header, expected) => {
    expect(readBasicCredentials(header)).toEqual(expected);
  });

  it.each([
    [undefined],
    [''],
    ['Basic'],
    ['Basic '],
    ['Bearer abc'],
    ['Basic !!!'],
    ['Basic aWQ6a-_5'],
    ['Basic aWQ6 a2V5'],
    [basic('nocolon')],
    [basic(':key')],
    [basic('id:')],
    [basic('id:a\u0000b')],
    [basic('id:a\r\nb')],
    [basic(new Uint8Array([0x69, 0x3a, 0xff]))],
    [`Basic ${'A'.repeat(8192)}`],
  ])('rejects the Authorization header %.30s', (header) => {
    expect(readBasicCredentials(header)).toBeUndefined();
  });
});
