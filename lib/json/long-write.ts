import { forEachYielding } from '../promises/for-each-yielding';
import { quoteKey, writeJson } from './exact-write';
import { Utf8Writer } from './utf8-writer';

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

/** How an item of a long list is written, where that is quicker than as any value. */
export type WriteItem = (item: unknown, list: string) => string;

/**
 * As `writeJson`, for an object whose lists are not long.
 * @param writeItem writes what `writeJson` writes
 */
export function writeWithItems(value: object, writeItem: WriteItem): string {
  let text = '';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const written = Array.isArray(member)
      ? `[${member.map((item) => (item == null ? 'null' : writeItem(item, key))).join(',')}]`
      : writeJson(member);
    text += (text === '' ? '' : ',') + quoteKey(key) + written;
  }
  return `{${text}}`;
}

/**
 * As `writeJson`, in pieces of UTF-8, for an object with long lists, or with large items: yields to the event loop
 * between them.
 * @param writeItem writes what `writeJson` writes
 */
export async function writeLongJson(
  value: Record<string, unknown>,
  writeItem: WriteItem = writeJson,
): Promise<Uint8Array[]> {
  const writer = new Utf8Writer();
  let before = '{';
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    writer.add(before + quoteKey(key));
    before = ',';
    if (Array.isArray(member)) await writeLongArray(key, member, writer, writeItem);
    else writer.add(writeJson(member));
  }
  writer.add(before === '{' ? '{}' : '}');
  return writer.pieces();
}

async function writeLongArray(
  key: string,
  items: unknown[],
  writer: Utf8Writer,
  writeItem: WriteItem,
): Promise<void> {
  let before = '[';
  const write = (item: unknown) => {
    writer.add(before + (item == null ? 'null' : writeItem(item, key)));
    before = ',';
  };
  // One item may hold a document of megabytes.
  await forEachYielding(items, write, 1);
  writer.add(items.length === 0 ? '[]' : ']');
}
