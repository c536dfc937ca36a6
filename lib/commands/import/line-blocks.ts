import { createReadStream } from 'node:fs';

/** Whole lines of a file, with where they lie in it. */
export type LineBlock = { text: string; firstLine: number; endOffset: number; endLine: number };

/**
 * Reads a file in stretches of whole lines.
 * @param from where to begin: a byte offset at a line's start, and that line's number from 1
 * @param maxLines lines of a block at most
 */
export async function* lineBlocks(
  path: string,
  from: { offset: number; line: number },
  maxLines: number,
): AsyncGenerator<LineBlock, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let { offset, line } = from;
  for await (const chunk of createReadStream(path, { start: offset, highWaterMark: 1 << 20 })) {
    rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    let start = 0;
    for (;;) {
      let end = start;
      let lines = 0;
      while (lines < maxLines) {
        const newline = rest.indexOf(10, end);
        if (newline < 0) break;
        end = newline + 1;
        lines += 1;
      }
      // A short block waits for more of the file: only the last one is short.
      if (lines < maxLines) break;
      yield block(rest.subarray(start, end), lines);
      start = end;
    }
    rest = rest.subarray(start);
  }
  if (rest.length > 0) {
    let lines = rest.at(-1) === 10 ? 0 : 1;
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10, at + 1)) lines += 1;
    yield block(rest, lines);
  }

  function block(bytes: Buffer, lines: number): LineBlock {
    const firstLine = line;
    offset += bytes.length;
    line += lines;
    return { text: bytes.toString('utf8'), firstLine, endOffset: offset, endLine: line };
  }
}
