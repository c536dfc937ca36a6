import { forEachYielding } from '../promises/for-each-yielding';

/**
 * Writes a value as JSON with exact integers: a bigint becomes its digits. Nothing in a string can turn into
 * anything but a string, for no marker is put in and replaced: Node 20 has no `JSON.rawJSON`.
 *
 * @param value JSON values and bigints; members that are undefined are left out, as by `JSON.stringify`
 * @throws TypeError for a number that is not finite, a function or a symbol
 */
export function writeJson(value: unknown): string {
  // The engine writes what holds no bigint three times as fast.
  if (typeof value === 'object' && value !== null && isPlain(value)) return JSON.stringify(value);
  return writeExactly(value);
}

/** How deep a value is looked through: an NFT with its creators is not deeper. Each level is looked through again below. */
const PLAIN_DEPTH = 4;

/** Whether `JSON.stringify` writes it right: strings, booleans and finite numbers, and objects and lists of such. */
function isPlain(value: object, depth = PLAIN_DEPTH): boolean {
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
  let text = '';
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) text += (text === '' ? '' : ',') + quoteKey(key) + writeJson(member);
  }
  return `{${text}}`;
}

/** A list of more items is long: writing them takes some 2 ms. */
const LONG_LIST = 250;

/**
 * Whether a value holds a list so long that writing it in one go would hold up other calls.
 * @param items from how many on a list is long: one, where each may be large
 */
export function isLong(value: unknown, items = LONG_LIST + 1): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).some((member) => Array.isArray(member) && member.length >= items);
}

/**
 * As `writeJson`, for an object with long lists, or with large items: yields to the event loop between them.
 * @returns pieces of UTF-8 (`JsonText`)
 */
export async function writeLongJson(value: Record<string, unknown>): Promise<Uint8Array[]> {
  const pieces = new Pieces();
  let separator = '{';
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    pieces.add(separator + quoteKey(key));
    if (Array.isArray(member)) await writeLongArray(member, pieces);
    else pieces.add(writeJson(member));
    separator = ',';
  }
  pieces.add(separator === '{' ? '{}' : '}');
  return pieces.all();
}

async function writeLongArray(items: unknown[], pieces: Pieces): Promise<void> {
  let separator = '[';
  const write = (item: unknown) => {
    pieces.add(separator + writeJson(item ?? null));
    separator = ',';
  };
  // One item may hold a document of megabytes.
  await forEachYielding(items, write, 1);
  pieces.add(items.length === 0 ? '[]' : ']');
}

/** Characters of a piece, at least: texts that are not joined are many that the collector copies around. */
const PIECE = 64 * 1024;

/** Text that is encoded some at a time. */
class Pieces {
  private readonly encoded: Uint8Array[] = [];
  private texts: string[] = [];
  private length = 0;

  add(text: string): void {
    this.texts.push(text);
    this.length += text.length;
    if (this.length >= PIECE) this.encode();
  }

  all(): Uint8Array[] {
    this.encode();
    return this.encoded;
  }

  private encode(): void {
    this.encoded.push(Buffer.from(this.texts.join('')));
    this.texts = [];
    this.length = 0;
  }
}

/** Our own field names come again and again; those of untrusted documents may be any number. */
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
