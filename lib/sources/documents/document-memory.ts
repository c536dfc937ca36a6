import { stringBytes } from '@/lib/cache-sizes';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { MAX_URI_CHARACTERS } from '@/lib/solana/documents/uri-text';
import type { DocumentOutcome } from './read-document';
import type { Settled } from './settled-document';

/** Memory that the documents of one call may take together (contract §2). */
const MAX_BYTES = 128 * 1024 * 1024;

const TOO_LARGE: DocumentOutcome = { kind: 'failed', reason: 'document-too-large' };

/** Memory that the documents of one call hold, counted in the budget of all calls. */
export class DocumentMemory {
  private held = 0;

  constructor(private readonly budget: ByteBudget) {}

  /** What they hold now. */
  get bytes(): number {
    return this.held;
  }

  /** The outcome as it may be used: a document that there is no room for is too large. */
  admit(outcome: DocumentOutcome): DocumentOutcome {
    if (outcome.kind !== 'object') return outcome;
    return this.take(outcome.parsedBytes) ? outcome : TOO_LARGE;
  }

  /** The same if only the image of a document is kept: it may be a `data:` URL as long as a document. */
  admitImage(settled: Settled): Settled {
    // The number of documents bounds images that are web addresses.
    const isShort = settled.image.length <= MAX_URI_CHARACTERS;
    return isShort || this.take(stringBytes(settled.image))
      ? settled
      : { image: '', fault: 'document-too-large' };
  }

  /** Gives everything back. */
  release(): void {
    this.budget.give(this.held);
    this.held = 0;
  }

  private take(bytes: number): boolean {
    if (this.held + bytes > MAX_BYTES || !this.budget.tryTake(bytes)) return false;
    this.held += bytes;
    return true;
  }
}
