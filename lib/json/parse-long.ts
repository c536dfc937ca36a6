import { forEachYielding } from '@/lib/promises/for-each-yielding';

/** From so many bytes on a text is long: parsing it in one go takes some 2 ms. */
export const LONG_JSON_BYTES = 256 * 1024;
/** Bytes that are looked through at a time, and of items that are parsed together. */
const BLOCK_BYTES = 8 * 1024;
const PART_BYTES = 64 * 1024;
/** Longest beginning of an item that is looked for. */
const MOST_OF_A_NAME = 40;
/** Deeper than any answer: each level is remembered. */
const MAX_DEPTH = 512;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * JSON as `JSON.parse` reads it, of a long text: the items of a long list are parsed some at a time, and the event loop
 * goes on between them. What is long in another way is parsed in one go.
 * @param bytes UTF-8
 * @throws SyntaxError also for what is nested deeper than 512
 */
export async function parseLongJson(bytes: Buffer): Promise<unknown> {
  const lists = new LongLists(bytes);
  const starts = Array.from({ length: Math.ceil(bytes.length / BLOCK_BYTES) }, (_, i) => i * BLOCK_BYTES);
  await forEachYielding(starts, (start) => lists.readTo(Math.min(start + BLOCK_BYTES, bytes.length)));
  return lists.value();
}

/** An array or object that is open. */
type Container = {
  isArray: boolean;
  start: number;
  /** Items before the present one. */
  index: number;
  /** Where the present member begins, and where its colon is. */
  member: number;
  colon: number;
};

/** A long list, taken out of the text: where it belongs, and its items. */
type Taken = { path: readonly (string | number)[]; items: unknown[] };

/** Takes the items of long lists out of a text while it goes through it, once. */
class LongLists {
  private at = 0;
  private readonly open: Container[] = [];
  /** What is left of the text. */
  private rest = '';
  /** Up to where the text is in `rest`, or taken out. */
  private doneTo = 0;
  /** The long list that is open, and its depth. */
  private long: (Taken & { depth: number }) | undefined;
  private readonly taken: Taken[] = [];
  /** What stands between two items that begin alike; undefined where they do not. */
  private separator: Buffer | undefined;

  constructor(private readonly bytes: Buffer) {}

  /** Goes on up to a place, or to the end of the string that it is in. */
  readTo(end: number): void {
    const { bytes } = this;
    while (this.at < end) {
      if (this.at === this.doneTo && this.skip()) continue;
      const code = bytes[this.at];
      if (code === QUOTE) this.at = this.endOfString();
      else {
        if (code === COMMA) this.separate();
        else if (code === COLON) this.name();
        else if (code === OPENING_BRACKET || code === OPENING_BRACE) this.enter(code === OPENING_BRACKET);
        else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) this.leave(code === CLOSING_BRACKET);
        this.at += 1;
      }
    }
  }

  /** The whole, when all has been gone through. */
  value(): unknown {
    const root: unknown = JSON.parse(this.rest + this.text(this.doneTo, this.bytes.length));
    for (const { path, items } of this.taken) {
      let list: unknown = root;
      for (const key of path) list = (list as Record<string | number, unknown> | undefined)?.[key];
      // Of two members of one name the last counts: nobody honest writes a long list twice.
      if (!Array.isArray(list) || list.length > 0) throw new SyntaxError('A name is used twice');
      for (const item of items) list.push(item);
    }
    return root;
  }

  private text(from: number, to: number): string {
    return this.bytes.toString('utf8', from, to);
  }

  private endOfString(): number {
    const { bytes } = this;
    for (let quote = bytes.indexOf(QUOTE, this.at + 1); quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1)) {
      let first = quote;
      while (bytes[first - 1] === BACKSLASH) first--;
      if ((quote - first) % 2 === 0) return quote + 1;
    }
    return bytes.length;
  }

  private enter(isArray: boolean): void {
    if (this.open.length === MAX_DEPTH) throw new SyntaxError('The text is nested too deep');
    this.open.push({ isArray, start: this.at, index: 0, member: this.at + 1, colon: 0 });
  }

  private leave(isArray: boolean): void {
    const container = this.open.pop();
    if (container?.isArray !== isArray) throw new SyntaxError('A bracket closes nothing');
    if (this.long?.depth !== this.open.length) return;
    this.take(this.long.items);
    this.taken.push(this.long);
    this.long = undefined;
  }

  private name(): void {
    const container = this.open.at(-1);
    if (container !== undefined) container.colon = this.at;
  }

  private separate(): void {
    const container = this.open.at(-1);
    if (container === undefined) return;
    if (this.long !== undefined) {
      if (this.long.depth !== this.open.length - 1 || this.at - this.doneTo < PART_BYTES) return;
      this.take(this.long.items);
      this.doneTo += 1;
      return;
    }
    container.index += 1;
    container.member = this.at + 1;
    // Where a list within it was taken out, it is not taken out itself.
    if (!container.isArray || container.start < this.doneTo || this.at - container.start < PART_BYTES) return;
    this.begin(container);
  }

  /** Begins to take the innermost list out of the text, with the items that have come. */
  private begin(container: Container): void {
    const path = this.open
      .slice(0, -1)
      .map(({ isArray, index, member, colon }) =>
        isArray ? index : (JSON.parse(this.text(member, colon)) as string),
      );
    this.rest += this.text(this.doneTo, container.start + 1);
    this.doneTo = container.start + 1;
    this.long = { path, items: [], depth: this.open.length - 1 };
    this.take(this.long.items);
    this.doneTo += 1;
    this.separator = this.separatorOf(container.start + 1);
  }

  /** `},` and the beginning of an item up to its first colon, where it is an object with a plain, short first name. */
  private separatorOf(item: number): Buffer | undefined {
    const beginning = /^\{"\w+":/.exec(this.bytes.toString('latin1', item, item + MOST_OF_A_NAME))?.[0];
    return beginning === undefined ? undefined : Buffer.from(`},${beginning}`);
  }

  /**
   * Takes out items up to one that begins like the first, without a look at every byte. In JSON such a separator is in
   * no string, for a name follows its quote; one of another list leaves a text that does not parse.
   */
  private skip(): boolean {
    if (this.separator === undefined || this.long?.depth !== this.open.length - 1) return false;
    const from = this.at + PART_BYTES;
    const found = this.bytes.subarray(from, from + 2 * PART_BYTES).indexOf(this.separator);
    if (found < 0) return false;
    const end = from + found + 1;
    try {
      for (const item of JSON.parse(`[${this.text(this.at, end)}]`) as unknown[]) this.long.items.push(item);
    } catch {
      this.separator = undefined;
      return false;
    }
    this.at = end + 1;
    this.doneTo = this.at;
    return true;
  }

  /** Takes out the items up to here. */
  private take(into: unknown[]): void {
    const items = this.text(this.doneTo, this.at);
    if (items.trim() === '') throw new SyntaxError('An item is missing');
    for (const item of JSON.parse(`[${items}]`) as unknown[]) into.push(item);
    this.doneTo = this.at;
  }
}
