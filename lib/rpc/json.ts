/** A symbol, not a key: no stranger's document can claim to be text of ours. */
const JSON_TEXT = Symbol.for('satchel.json-text');

/**
 * JSON text that is sent as it is, because parsing and writing it again would change it (a stranger's document
 * may hold numbers beyond 2^53). Made only from text that `JSON.parse` took.
 */
export class JsonText {
  readonly [JSON_TEXT] = true;
  constructor(readonly text: string) {}
}

/**
 * Writes a value as JSON with exact integers: a bigint becomes its digits. Nothing in a string can turn into
 * anything but a string, for no marker is put in and replaced: Node 20 has no `JSON.rawJSON`.
 *
 * @param value JSON values, bigints and `JsonText`; members that are undefined are left out, as by `JSON.stringify`
 * @throws TypeError for a number that is not finite, a function or a symbol
 */
export function writeJson(value: unknown): string {
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
      return value === null ? 'null' : writeObject(value);
    default:
      throw new TypeError(`JSON has no ${typeof value}`);
  }
}

function writeObject(value: object): string {
  if (Array.isArray(value)) {
    let text = '[';
    for (let i = 0; i < value.length; i++) text += (i === 0 ? '' : ',') + writeJson(value[i] ?? null);
    return `${text}]`;
  }
  if (JSON_TEXT in value) return (value as JsonText).text;
  let text = '';
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${writeJson(member)}`;
  }
  return `{${text}}`;
}

/** Deepest nesting of a request. A parameter of ours is three deep. */
const MAX_DEPTH = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export type ParsedBody =
  | { ok: true; value: unknown; text: string }
  | { ok: false; reason: string; message: string };

/** The bytes of a request body as a JSON value, or why they are none (JSON-RPC 2.0 §5.1, -32700). */
export function parseBody(bytes: Uint8Array): ParsedBody {
  if (bytes.length === 0)
    return { ok: false, reason: 'empty-body', message: 'The body is empty; send a JSON-RPC request' };
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return {
      ok: false,
      reason: 'not-utf-8',
      message: 'The body is not UTF-8; JSON travels as UTF-8 (RFC 8259 §8.1)',
    };
  }
  if (isDeeperThan(text, MAX_DEPTH)) {
    return { ok: false, reason: 'too-deep', message: `The body is nested deeper than ${MAX_DEPTH} levels` };
  }
  try {
    return { ok: true, value: JSON.parse(text), text };
  } catch {
    return { ok: false, reason: 'not-json', message: 'The body is not JSON (RFC 8259)' };
  }
}

function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) i++;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 91 || c === 123) {
      if (++depth > limit) return true;
    } else if (c === 93 || c === 125) depth--;
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
