import { isUtf8 } from 'node:buffer';

/** A symbol, not a key: no stranger's document can claim to be text of ours. */
const JSON_TEXT = Symbol.for('satchel.json-text');

/**
 * JSON text that is sent as it is, because parsing and writing it again would change it (a stranger's document
 * may hold numbers beyond 2^53). Made only from text that `JSON.parse` took.
 */
export class JsonText {
  readonly [JSON_TEXT] = true;
  constructor(readonly text: string) {}
  /** Only `writeJson` knows how to write it. */
  toJSON(): never {
    throw new TypeError('JSON.stringify cannot write a text as it is');
  }
}

/**
 * Writes a value as JSON with exact integers: a bigint becomes its digits. Nothing in a string can turn into
 * anything but a string, for no marker is put in and replaced: Node 20 has no `JSON.rawJSON`.
 *
 * @param value JSON values, bigints and `JsonText`; members that are undefined are left out, as by `JSON.stringify`
 * @throws TypeError for a number that is not finite, a function or a symbol
 */
export function writeJson(value: unknown): string {
  // What holds no bigint and no text of ours is the engine's own business, at three times the pace.
  if (typeof value === 'object' && value !== null && isPlain(value)) return JSON.stringify(value);
  return writeExactly(value);
}

/** Whether `JSON.stringify` writes it right: a flat object of strings, booleans and safe numbers. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return false;
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key];
    const type = typeof member;
    if (
      type !== 'string' &&
      type !== 'boolean' &&
      !(type === 'number' && Number.isFinite(member)) &&
      member !== null
    )
      return false;
  }
  return !(JSON_TEXT in value);
}

function writeExactly(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return value.toString();
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? writeArray(value) : writeObject(value);
    default:
      throw new TypeError(`JSON has no ${typeof value}`);
  }
}

function writeArray(items: unknown[]): string {
  let text = '[';
  for (let i = 0; i < items.length; i++) text += (i === 0 ? '' : ',') + writeJson(items[i] ?? null);
  return `${text}]`;
}

function writeObject(value: object): string {
  if (JSON_TEXT in value) return (value as JsonText).text;
  let text = '';
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) text += (text === '' ? '' : ',') + quoteKey(key) + writeJson(member);
  }
  return `{${text}}`;
}

/** Items written in one go: some 2 ms of work. */
const SLICE = 250;

/** Whether a value holds a list so long that writing it in one go would hold up other calls. */
export function isLong(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).some((member) => Array.isArray(member) && member.length > SLICE);
}

/** As `writeJson`, for an object with long lists: other work gets its turn between slices of them. */
export async function writeLongJson(value: Record<string, unknown>): Promise<string> {
  const members: string[] = [];
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    if (!Array.isArray(member) || member.length <= SLICE) {
      members.push(quoteKey(key) + writeJson(member));
      continue;
    }
    const slices: string[] = [];
    for (let from = 0; from < member.length; from += SLICE) {
      slices.push(writeArray(member.slice(from, from + SLICE)).slice(1, -1));
      await new Promise(setImmediate);
    }
    members.push(`${quoteKey(key)}[${slices.join(',')}]`);
  }
  return `{${members.join(',')}}`;
}

/** Our own field names come again and again; a stranger's may be any number. */
const quotedKeys = new Map<string, string>();
const MOST_QUOTED_KEYS = 500;

function quoteKey(key: string): string {
  let quoted = quotedKeys.get(key);
  if (quoted === undefined) {
    quoted = `${JSON.stringify(key)}:`;
    if (key.length <= 32 && quotedKeys.size < MOST_QUOTED_KEYS) quotedKeys.set(key, quoted);
  }
  return quoted;
}

/** Deepest nesting of a long request. A parameter of ours is three deep. */
const MAX_DEPTH = 64;
/** `JSON.parse` takes any depth, at a price: in so few bytes no depth costs enough to look for it. */
const SHORT_BODY = 8192;

export type ParsedBody =
  | { ok: true; value: unknown; text: string }
  | { ok: false; reason: string; message: string };

/** The bytes of a request body as a JSON value, or why they are none (JSON-RPC 2.0 §5.1, -32700). */
export function parseBody(bytes: Uint8Array): ParsedBody {
  if (bytes.length === 0)
    return { ok: false, reason: 'empty-body', message: 'The body is empty; send a JSON-RPC request' };
  if (bytes.length > SHORT_BODY && isDeeperThan(bytes, MAX_DEPTH)) {
    return { ok: false, reason: 'too-deep', message: `The body is nested deeper than ${MAX_DEPTH} levels` };
  }
  const text = textOf(bytes);
  // A replacement character is the caller's own, or stands where the bytes were no UTF-8: only then is it asked.
  if (text.includes('\ufffd') && !isUtf8(bytes)) {
    return {
      ok: false,
      reason: 'not-utf-8',
      message: 'The body is not UTF-8; JSON travels as UTF-8 (RFC 8259 §8.1)',
    };
  }
  try {
    return { ok: true, value: JSON.parse(text), text };
  } catch {
    return { ok: false, reason: 'not-json', message: 'The body is not JSON (RFC 8259)' };
  }
}

/** The bytes as text, a byte order mark left out. */
function textOf(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('utf8', marked ? 3 : 0);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Bytes will do: every byte of a longer UTF-8 sequence is above these. */
function isDeeperThan(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}

/**
 * The text of each top-level `id`, as it was sent: `JSON.parse` rounds an integer above 2^53, and the id must be
 * echoed to the last digit. For a batch one entry per item, else a single entry; undefined where there is none.
 *
 * @param text JSON that `JSON.parse` took; of duplicate keys the last one counts, as there
 */
export function idTexts(text: string): (string | undefined)[] {
  const ids: (string | undefined)[] = [];
  let depth = 0;
  let id: string | undefined;
  const batch = /^\s*\[/.test(text);
  const itemDepth = batch ? 2 : 1;
  const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gs;
  let key: string | undefined;
  let previous = '';
  for (let m = token.exec(text); m; m = token.exec(text)) {
    const t = m[0];
    if (t === '{' || t === '[') {
      depth++;
      if (depth === itemDepth) id = undefined;
    } else if (t === '}' || t === ']') {
      if (depth === itemDepth) ids.push(id);
      depth--;
    } else if (depth === itemDepth && t === ':') {
      key = previous;
    } else if (depth === itemDepth && previous === ':' && key !== undefined && JSON.parse(key) === 'id') {
      id = t;
    } else if (batch && depth === 1 && t !== ',') {
      ids.push(undefined);
    }
    previous = t;
  }
  return ids;
}
