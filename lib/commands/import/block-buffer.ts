/** Whole lines of a file, with where they lie in it. */
export type LineBlock = {
  text: string;
  firstLine: number;
  /** Numbers of the lines that were longer than `MAX_LINE_BYTES`; in `text` they are empty. */
  tooLong: readonly number[];
  endOffset: number;
  endLine: number;
};

/** Longest line that is read, in bytes without its end; a key with its address and all chains takes a few hundred. */
export const MAX_LINE_BYTES = 64 * 1024;

/**
 * A block is full from so many bytes on, however few its lines: what becomes of a line that names many chains is fifty
 * times as long, and several blocks are worked out at a time.
 */
const FULL_BYTES = 160 * 1024;

const NEWLINE = 10;

/** The block that is being read: never more than one block's bytes, however long a line of the file is. */
export class BlockBuffer {
  private readonly bytes = Buffer.allocUnsafe(FULL_BYTES + MAX_LINE_BYTES + 1);
  private length = 0;
  /** Where in `bytes` the line that is being read begins. */
  private lineStart = 0;
  /** Bytes of that line so far, those thrown away included. */
  private lineBytes = 0;
  private lines = 0;
  private tooLong: number[] = [];

  /** @param from where the file is read from: a byte offset at a line's start, and that line's number from 1 */
  constructor(private readonly from: { offset: number; line: number }) {}

  /** Bytes that are kept. */
  get keptBytes(): number {
    return this.length;
  }

  isFull(maxLines: number): boolean {
    return this.lines >= maxLines || this.lineStart >= FULL_BYTES;
  }

  /** Adds the next bytes of the file: a piece of one line, its end included where the piece has it. */
  add(piece: Buffer): void {
    this.from.offset += piece.length;
    const isEnd = piece.at(-1) === NEWLINE;
    this.lineBytes += isEnd ? piece.length - 1 : piece.length;
    if (this.lineBytes > MAX_LINE_BYTES) this.length = this.lineStart;
    else this.length += piece.copy(this.bytes, this.length);
    if (isEnd) this.endLine();
  }

  /** The block so far, and room for the next one; to be asked at a line's end or at the file's. */
  take(): LineBlock | undefined {
    if (this.lineBytes > 0) this.endLine();
    if (this.lines === 0) return undefined;
    const block = {
      text: this.bytes.toString('utf8', 0, this.length),
      firstLine: this.from.line - this.lines,
      tooLong: this.tooLong,
      endOffset: this.from.offset,
      endLine: this.from.line,
    };
    this.length = 0;
    this.lineStart = 0;
    this.lines = 0;
    this.tooLong = [];
    return block;
  }

  private endLine(): void {
    if (this.lineBytes > MAX_LINE_BYTES) {
      this.tooLong.push(this.from.line);
      this.bytes[this.length++] = NEWLINE;
    }
    this.lineStart = this.length;
    this.lineBytes = 0;
    this.lines += 1;
    this.from.line += 1;
  }
}
