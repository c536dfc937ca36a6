import { MAX_DEPTH } from '@/lib/json/depth';
import { parseExactJson } from '@/lib/json/exact-parse';
import { measureJson } from '@/lib/json/measure-json';

/** Encoding that an external MPL Core plugin declares for its data. */
export type AdapterSchema = 'Binary' | 'Json' | 'MsgPack';

/** Maximum number of values to decode. The data of a 10 MB account could contain millions. */
const MAX_VALUES = 65_536;

/**
 * Decodes the data of an external plugin as DAS servers do. JSON becomes a value, or a string if it is invalid or too
 * large. MessagePack becomes a value if JSON can represent it. Anything else becomes base64.
 */
export function pluginData(bytes: Buffer, schema: AdapterSchema): unknown {
  if (schema === 'Json') {
    const text = bytes.toString('utf8');
    const { tokens, depth } = measureJson(text, MAX_VALUES);
    if (tokens > MAX_VALUES || depth > MAX_DEPTH) return text;
    try {
      return parseExactJson(text);
    } catch {
      return text;
    }
  }
  if (schema === 'MsgPack') {
    const reader = new MessagePackReader(bytes);
    const value = reader.read(0);
    if (value !== undefined && reader.at === bytes.length) return value;
  }
  return bytes.toString('base64');
}

/** Tag of the first of four unsigned integer types: 1, 2, 4 and 8 bytes. */
const UINT8 = 0xcc;
/** Number types of MessagePack, by tag. */
const NUMBERS: Readonly<
  Record<number, { bytes: number; get: (view: DataView, at: number) => number | bigint }>
> = {
  202: { bytes: 4, get: (view, at) => view.getFloat32(at) },
  203: { bytes: 8, get: (view, at) => view.getFloat64(at) },
  [UINT8]: { bytes: 1, get: (view, at) => view.getUint8(at) },
  205: { bytes: 2, get: (view, at) => view.getUint16(at) },
  206: { bytes: 4, get: (view, at) => view.getUint32(at) },
  207: { bytes: 8, get: (view, at) => view.getBigUint64(at) },
  208: { bytes: 1, get: (view, at) => view.getInt8(at) },
  209: { bytes: 2, get: (view, at) => view.getInt16(at) },
  210: { bytes: 4, get: (view, at) => view.getInt32(at) },
  211: { bytes: 8, get: (view, at) => view.getBigInt64(at) },
};

/**
 * Reads one MessagePack value (github.com/msgpack/msgpack, spec.md). Not a library, because libraries allocate lists by
 * their claimed length, which hostile data can inflate at every level.
 */
class MessagePackReader {
  at = 0;
  private values = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Buffer) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Reads a value. Returns undefined if it is malformed, too large, or cannot be represented in JSON. */
  read(depth: number): unknown {
    if (depth > MAX_DEPTH || ++this.values > MAX_VALUES) return undefined;
    const tag = this.length(0);
    if (tag === undefined) return undefined;
    if (tag < 0x80) return tag;
    if (tag < 0x90) return this.map(tag & 15, depth);
    if (tag < 0xa0) return this.list(tag & 15, depth);
    if (tag < 0xc0) return this.text(tag & 31);
    if (tag >= 0xe0) return tag - 0x100;
    switch (tag) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.text(this.length(tag - 0xd9));
      case 0xdc:
      case 0xdd:
        return this.list(this.length(tag - 0xdc + 1), depth);
      case 0xde:
      case 0xdf:
        return this.map(this.length(tag - 0xde + 1), depth);
      default: {
        const value = this.number(tag);
        return typeof value === 'bigint' || Number.isFinite(value) ? value : undefined;
      }
    }
  }

  /** Reads the number for a tag. Returns undefined if the tag is not a number type, or the number is truncated. */
  private number(tag: number): number | bigint | undefined {
    const format = NUMBERS[tag];
    return format && this.take(format.bytes, (at) => format.get(this.view, at));
  }

  /** Reads a length of 1, 2 or 4 bytes, for a `size` of 0, 1 or 2. */
  private length(size: number): number | undefined {
    return this.number(UINT8 + size) as number | undefined;
  }

  private take<T>(bytes: number, get: (at: number) => T): T | undefined {
    const from = this.at;
    if (from + bytes > this.bytes.length) return undefined;
    this.at = from + bytes;
    return get(from);
  }

  private text(length: number | undefined): string | undefined {
    return length === undefined
      ? undefined
      : this.take(length, (at) => this.bytes.toString('utf8', at, at + length));
  }

  private list(length: number | undefined, depth: number): unknown[] | undefined {
    if (length === undefined) return undefined;
    const values: unknown[] = [];
    while (values.length < length) {
      const value = this.read(depth + 1);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  }

  private map(length: number | undefined, depth: number): Record<string, unknown> | undefined {
    if (length === undefined) return undefined;
    const entries: [string, unknown][] = [];
    while (entries.length < length) {
      const key = this.read(depth + 1);
      const value = typeof key === 'string' ? this.read(depth + 1) : undefined;
      if (typeof key !== 'string' || value === undefined) return undefined;
      entries.push([key, value]);
    }
    return Object.fromEntries(entries);
  }
}
