import { createReadStream } from 'node:fs';
import { BlockBuffer, type LineBlock } from './block-buffer';

/**
 * Reads a file in stretches of whole lines. A line longer than `MAX_LINE_BYTES` is thrown away as it is read.
 * @param from where to begin: a byte offset at a line's start, and that line's number from 1
 * @param maxLines lines of a block at most
 */
export async function* lineBlocks(
  path: string,
  from: { offset: number; line: number },
  maxLines: number,
): AsyncGenerator<LineBlock, void, undefined> {
  const buffer = new BlockBuffer({ ...from });
  for await (const chunk of createReadStream(path, { start: from.offset, highWaterMark: 1 << 20 })) {
    const bytes = chunk as Buffer;
    for (let start = 0; start < bytes.length; ) {
      const newline = bytes.indexOf(10, start);
      const end = newline < 0 ? bytes.length : newline + 1;
      buffer.add(bytes.subarray(start, end));
      start = end;
      if (newline < 0 || !buffer.isFull(maxLines)) continue;
      const block = buffer.take();
      if (block) yield block;
    }
  }
  const last = buffer.take();
  if (last) yield last;
}
