/** Text is encoded into blocks of so many bytes; the first is small, and each next one twice as large. */
const FIRST_BLOCK_BYTES = 16 * 1024;
const BLOCK_BYTES = 256 * 1024;
/** The most that one UTF-16 code unit takes in UTF-8. */
const MOST_BYTES_OF_A_UNIT = 3;

/** Collects text as UTF-8: a long one is never joined as text, which would then be encoded as a whole. */
export class Utf8Writer {
  private readonly full: Buffer[] = [];
  private block = Buffer.allocUnsafe(FIRST_BLOCK_BYTES);
  private used = 0;

  add(text: string): void {
    const most = MOST_BYTES_OF_A_UNIT * text.length;
    if (most > this.block.length - this.used) {
      this.full.push(this.block.subarray(0, this.used));
      this.block = Buffer.allocUnsafe(Math.min(2 * this.block.length, BLOCK_BYTES));
      this.used = 0;
      if (most > this.block.length) {
        this.full.push(Buffer.from(text));
        return;
      }
    }
    this.used += this.block.write(text, this.used);
  }

  /** All of it, in pieces. */
  pieces(): Uint8Array[] {
    // Copied, so that no piece keeps a block that is hardly used.
    return [...this.full, Buffer.from(this.block.subarray(0, this.used))];
  }
}
