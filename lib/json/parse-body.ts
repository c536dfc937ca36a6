import { isUtf8 } from 'node:buffer';
import { parseExactJson } from './exact-parse';
import { utf8Text } from './json-text';
import { isDeeperThan, MAX_DEPTH } from './measure-json';

/** Bodies shorter than this, in bytes, need no depth check: 512 levels are safe for recursive code. */
const SHORT_BODY = 1024;

export type ParsedBody =
  | { ok: true; value: unknown }
  | { ok: false; reason: 'empty-body' | 'too-deep' | 'not-utf-8' | 'not-json'; message: string };

/** Parses a request body with exact integers, or returns why it cannot be parsed (JSON-RPC 2.0 §5.1, -32700). */
export function parseBody(bytes: Uint8Array): ParsedBody {
  if (bytes.length === 0)
    return { ok: false, reason: 'empty-body', message: 'The body is empty; send a JSON-RPC request' };
  const text = utf8Text(bytes);
  if (bytes.length > SHORT_BODY && isDeeperThan(text, MAX_DEPTH))
    return { ok: false, reason: 'too-deep', message: `The body is nested deeper than ${MAX_DEPTH} levels` };
  // A replacement character may be part of the body or the result of decoding invalid UTF-8.
  if (text.includes('\ufffd') && !isUtf8(bytes)) {
    return {
      ok: false,
      reason: 'not-utf-8',
      message: 'The body is not UTF-8, which JSON requires (RFC 8259 §8.1)',
    };
  }
  try {
    return { ok: true, value: parseExactJson(text) };
  } catch {
    return parseRounded(text);
  }
}

/**
 * Parses with rounded integers. Numbers beyond the range of a double become Infinity, which the validation of the
 * params rejects.
 */
function parseRounded(text: string): ParsedBody {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, reason: 'not-json', message: 'The body is not JSON (RFC 8259)' };
  }
}
