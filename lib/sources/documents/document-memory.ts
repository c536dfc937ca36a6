import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { DocumentOutcome } from './read-document';

/** Maximum memory of all documents of one call, in bytes (contract §2). */
const MAX_BYTES = 128 * 1024 * 1024;

const TOO_LARGE: DocumentOutcome = { kind: 'failed', reason: 'document-too-large' };

/** Reserves memory for the documents of one call, in the budget shared by all calls. */
export class DocumentMemory {
  private held = 0;

  constructor(private readonly budget: ByteBudget) {}

  /** Reserves memory for a document. If there is not enough memory, returns the failure `document-too-large`. */
  admit(outcome: DocumentOutcome): DocumentOutcome {
    if (outcome.kind !== 'object') return outcome;
    return this.take(outcome.parsedBytes) ? outcome : TOO_LARGE;
  }

  /** Releases all the memory. */
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
