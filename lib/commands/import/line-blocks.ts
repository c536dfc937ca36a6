/** A position in a file: the byte offset at which a line starts, and that line's number, counted from 1. */
export type Position = { offset: number; line: number };

/** Consecutive lines of a file without their newlines. A line longer than `MAX_LINE_BYTES` is undefined. */
export type LineBlock = { lines: (string | undefined)[]; firstLine: number; end: Position };

/** Maximum bytes of a line without its newline. A key with its address and all chains takes a few hundred bytes. */
export const MAX_LINE_BYTES = 64 * 1024;

/** Bytes per block: about 2,000 keys, each with up to 45 chains. */
const BLOCK_BYTES = 160 * 1024;

const NEWLINE = 10;

/**
 * Splits a file into blocks of lines. Keeps at most one block and one chunk in memory, even if lines are long.
 * @param chunks the file's bytes from `start` on
 */
export async function* lineBlocks(
  chunks: AsyncIterable<Buffer>,
  start: Position,
): AsyncGenerator<LineBlock, void, undefined> {
  const decoder = new TextDecoder(); // Byte order marks are dropped.
  let { offset } = start;
  let blockStart = offset;
  let firstLine = start.line;
  let lines: (string | undefined)[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let tooLong = false;

  const addLine = (bytes: Buffer) => {
    const isRead = !tooLong && bytes.length <= MAX_LINE_BYTES;
    lines.push(isRead ? decoder.decode(bytes) : undefined);
    tooLong = false;
  };
  const takeBlock = (): LineBlock => {
    const end = { offset, line: firstLine + lines.length };
    const block = { lines, firstLine, end };
    firstLine = end.line;
    lines = [];
    blockStart = offset;
    return block;
  };

  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      addLine(rest.subarray(0, end));
      offset += end + 1;
      rest = rest.subarray(end + 1);
      if (offset - blockStart >= BLOCK_BYTES) yield takeBlock();
    }
    if (tooLong || rest.length > MAX_LINE_BYTES) {
      tooLong = true;
      offset += rest.length;
      rest = Buffer.alloc(0);
    }
  }
  if (rest.length > 0 || tooLong) {
    offset += rest.length;
    addLine(rest);
  }
  if (lines.length > 0) yield takeBlock();
}
