import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBody } from './parse-body';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('parseBody', () => {
  it.each([
    ['', 'empty-body'],
    ["'f", 'not-json'],
    ['{"a":1', 'not-json'],
    [`${'['.repeat(65)}${']'.repeat(65)}`.padEnd(9000), 'too-deep'],
    [`${'['.repeat(600)}${']'.repeat(600)}`, 'too-deep'],
    ['['.repeat(200_000), 'too-deep'],
    ['{"a":'.repeat(10_000), 'too-deep'],
  ])('rejects the request body %.20j', (text, reason) => {
    expect(parseBody(bytes(text))).toMatchObject({ ok: false, reason });
  });

  it('rejects a request body that is not UTF-8, and accepts a byte order mark', () => {
    expect(parseBody(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({ ok: false, reason: 'not-utf-8' });
    expect(parseBody(new Uint8Array([0xef, 0xbb, 0xbf, 0x31]))).toMatchObject({ ok: true, value: 1 });
  });

  it('does not count brackets inside strings as nesting', () => {
    expect(parseBody(bytes(JSON.stringify('['.repeat(500))))).toMatchObject({ ok: true });
  });

  it('parsing a request body never throws, whatever its bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (body) => void parseBody(body)));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (body) => void parseBody(bytes(body))),
    );
  });
});
