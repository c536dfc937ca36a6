import { readLines, StreamRefused } from '../json-lines';
import type { HoldingsLine } from './holdings-state';

/**
 * Streams an account's holdings from this server.
 * @throws StreamRefused if the server rejects the request, or the stream ends before its last line
 */
export async function* readHoldings(
  addressOrName: string,
  chain: number,
  signal: AbortSignal,
): AsyncGenerator<HoldingsLine, void, undefined> {
  const url = `/api/holdings/${encodeURIComponent(addressOrName)}?chain=${chain}`;
  let isOver = false;
  for await (const line of readLines<HoldingsLine>(url, signal)) {
    isOver = line.type === 'done' || line.type === 'failed';
    yield line;
  }
  if (!isOver)
    throw new StreamRefused(0, 'broken-off', 'The connection was lost before everything had arrived');
}
