import { abortable, linkedSignal } from '@/lib/promises/request-scope';
import { outOfTime } from '@/lib/solana/holdings-events';
import type { Documents } from './documents';
import type { DocumentOutcome } from './read-document';
import type { Settled } from './settled-document';

/** Outcomes of the documents that have arrived, by URI. */
export type DocumentOutcomes = Map<string, Settled>;

/** Maximum number of documents of one call that are being read, in total and per host. */
const MAX_READS = 2_048;
/** Higher than the guarded fetch's own limit per host, so that only that limit applies. */
const MAX_READS_PER_HOST = 96;

type FetchOptions = {
  signal: AbortSignal;
  /** Longest wait, in ms. Reads in progress then continue in the background. */
  budgetMs: number;
  /** Reduces an outcome to the parts that are kept. */
  settle: (outcome: DocumentOutcome) => Settled;
};

/**
 * Reads documents, several hosts at a time. Omits those that do not arrive within `budgetMs`.
 * @throws UpstreamUnavailableError `deadline-exceeded` when the signal is aborted, which also aborts all reads
 */
export async function fetchDocuments(
  documents: Documents,
  uris: ReadonlySet<string>,
  { signal, budgetMs, settle }: FetchOptions,
): Promise<DocumentOutcomes> {
  const outcomes: DocumentOutcomes = new Map();
  /** URIs to read, by host. */
  const missing = new Map<string, string[]>();
  for (const uri of uris) {
    const known = documents.known(uri);
    if (known !== undefined) outcomes.set(uri, settle(known));
    else {
      const host = documents.hostOf(uri);
      const ofHost = missing.get(host) ?? [];
      missing.set(host, ofHost);
      ofHost.push(uri);
    }
  }
  if (missing.size === 0) return outcomes;

  const reads = new Set<{ leave: (keep: boolean) => void }>();
  const budget = linkedSignal(signal, { timeoutMs: Math.max(budgetMs, 0) });
  let isOver = budget.signal.aborted;
  const readNext = async (uri: string) => {
    const read = documents.read(uri);
    reads.add(read);
    const outcome = await read.outcome;
    if (isOver) return;
    reads.delete(read);
    outcomes.set(uri, settle(outcome));
  };
  const perHost = Math.max(1, Math.min(MAX_READS_PER_HOST, Math.floor(MAX_READS / missing.size)));
  // Each lane reads one document at a time; the lanes of a host share an iterator over its URIs.
  const lanes = [...missing.values()].flatMap((ofHost) =>
    Array(Math.min(perHost, ofHost.length)).fill(ofHost.values()),
  );
  const nextLanes = lanes.values();
  const work = async () => {
    for (const lane of nextLanes)
      for (const uri of lane) {
        if (isOver) return;
        await readNext(uri);
      }
  };
  try {
    await abortable(
      Promise.all(Array.from({ length: Math.min(MAX_READS, lanes.length) }, work)),
      budget.signal,
    );
  } catch (thrown) {
    if (signal.aborted)
      throw outOfTime({ step: 'documents', done: outcomes.size, total: uris.size }, signal.reason);
    if (!budget.signal.aborted) throw thrown;
  } finally {
    isOver = true;
    budget.clear();
    for (const read of reads) read.leave(!signal.aborted);
  }
  return outcomes;
}
