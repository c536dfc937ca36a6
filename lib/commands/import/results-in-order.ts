import type { LineBlock } from './block-buffer';
import type { ImportJob, ImportResult } from './keys';
import { lineBlocks } from './line-blocks';
import { detectFormat, type LineFormat } from './lines';
import type { ImportPool } from './pool';

/** Lines of one job for a thread. */
const BLOCK_LINES = 2_000;

/** A place in the file: a byte offset at a line's start, and that line's number from 1. */
export type Place = { offset: number; line: number };

/** Blocks with their results, in the file's order, while the threads are busy with the next ones. */
export async function* resultsInOrder(
  file: string,
  begin: Place,
  { run, depth }: Pick<ImportPool, 'run' | 'depth'>,
  job: Pick<ImportJob, 'format' | 'defaultChainId' | 'servedChainIds'>,
): AsyncGenerator<{ block: LineBlock; result: ImportResult }, void, undefined> {
  const ahead: { block: LineBlock; result: Promise<ImportResult> }[] = [];
  const blocks = lineBlocks(file, begin, BLOCK_LINES);
  for (let ended = false; ; ) {
    while (!ended && ahead.length < depth) {
      const { value: block, done } = await blocks.next();
      if (done || !block) {
        ended = true;
        break;
      }
      const { text, firstLine, tooLong } = block;
      const result = run({ text, firstLine, tooLong, ...job, now: Date.now() });
      result.catch(() => undefined); // told when its turn comes
      ahead.push({ block, result });
    }
    const next = ahead.shift();
    if (!next) return;
    yield { block: next.block, result: await next.result };
  }
}

/** The format of a file, whether its first line that is not empty is a header, and where that line ends. */
export async function formatOf(
  file: string,
): Promise<{ format: LineFormat; hasHeader: boolean; afterHeader: Place }> {
  for await (const { text, endOffset, endLine } of lineBlocks(file, { offset: 0, line: 1 }, 1))
    if (text.trim() !== '')
      return { ...detectFormat(text.replace(/\n$/, '')), afterHeader: { offset: endOffset, line: endLine } };
  return { ...detectFormat(''), afterHeader: { offset: 0, line: 1 } };
}
