import type { JsonText } from './json-text';

/**
 * Writes a value as JSON with exact integers: a bigint is written as its digits. Does not use `JSON.rawJSON`, which
 * Node 20 lacks.
 * @param value JSON values and bigints; undefined members are omitted, as by `JSON.stringify`
 * @throws TypeError for a number that is not finite, a function or a symbol
 */
export function writeJson(value: unknown): string {
  // `JSON.stringify` is three times as fast, but cannot write bigints.
  if (typeof value === 'object' && value !== null && isPlain(value)) return JSON.stringify(value);
  return writeExactly(value);
}

/** Number of characters beyond which JSON is kept as UTF-8 bytes, which need no second encoding. */
const LONG_TEXT = 64 * 1024;

/**
 * Writes a value like `writeJson`, and long JSON as pieces of UTF-8 bytes: as one string, 50,000 NFTs would need their
 * memory three times.
 */
export function writeJsonText(value: unknown): JsonText {
  if (typeof value !== 'object' || value === null) return writeJson(value);
  const pieces: Uint8Array[] = [];
  let text = '';
  const add = (more: string) => {
    text += more;
    if (text.length < LONG_TEXT) return;
    pieces.push(encoder.encode(text));
    text = '';
  };
  addMembers(value, add, (member) => {
    if (Array.isArray(member)) addMembers(member, add);
    else add(writeJson(member));
  });
  return pieces.length === 0 ? text : [...pieces, encoder.encode(text)];
}

/** Unlike `Buffer.from`, it never shares a buffer between arrays, so that each can be transferred to another thread. */
const encoder = new TextEncoder();

/**
 * Whether `JSON.stringify` is correct for the value: strings, booleans, finite numbers, and objects and arrays of
 * them.
 * @param depth number of levels to check; deeper values are checked when they are written. A list of NFTs with their
 * creators has six levels
 */
function isPlain(value: object, depth = 6): boolean {
  if (Array.isArray(value)) {
    for (const member of value) if (!isPlainMember(member, depth)) return false;
    return true;
  }
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined && !isPlainMember(member, depth)) return false;
  }
  return true;
}

function isPlainMember(member: unknown, depth: number): boolean {
  switch (typeof member) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(member);
    case 'object':
      return member === null || (depth > 1 && isPlain(member, depth - 1));
    default:
      return false;
  }
}

function writeExactly(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`Cannot write ${value} as JSON`);
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return value.toString();
    case 'object':
      if (value === null) return 'null';
      return writeMembers(value);
    default:
      throw new TypeError(`Cannot write a value of type ${typeof value} as JSON`);
  }
}

function writeMembers(value: object): string {
  let text = '';
  addMembers(value, (more) => {
    text += more;
  });
  return text;
}

/**
 * Writes an array or an object in parts.
 * @param addMember writes an item or a member
 */
function addMembers(
  value: object,
  add: (text: string) => void,
  addMember = (member: unknown) => add(writeJson(member)),
): void {
  if (Array.isArray(value)) {
    add('[');
    for (let i = 0; i < value.length; i++) {
      if (i > 0) add(',');
      addMember(value[i] ?? null);
    }
    add(']');
    return;
  }
  let before = '{';
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    add(before + quoteKey(key));
    addMember(member);
    before = ',';
  }
  add(before === '{' ? '{}' : '}');
}

/** Cache of quoted field names. Its size is limited, because untrusted documents may have any number of names. */
const quotedKeys = new Map<string, string>();
const MAX_QUOTED_KEYS = 500;

/** Returns a quoted field name with its colon. */
function quoteKey(key: string): string {
  let quoted = quotedKeys.get(key);
  if (quoted === undefined) {
    quoted = `${JSON.stringify(key)}:`;
    if (key.length <= 32 && quotedKeys.size < MAX_QUOTED_KEYS) quotedKeys.set(key, quoted);
  }
  return quoted;
}
