import { whenUsedUp } from '@/lib/promises/for-each-yielding';
import { ExactReader, hasLargeNumber } from './exact-parse';

/** Tokens that are read in one go: a millisecond. */
const PART_TOKENS = 2_048;

/**
 * As `parseExactJson`, of a long text: where it is read exactly, which takes five times as long as `JSON.parse`, the
 * event loop goes on meanwhile.
 * @throws SyntaxError
 */
export async function parseLongExactJson(text: string): Promise<unknown> {
  const rounded: unknown = JSON.parse(text);
  if (!hasLargeNumber(text)) return rounded;
  const reader = new ExactReader(text);
  while (!reader.readOn(PART_TOKENS)) await whenUsedUp();
  return reader.value;
}
