import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { Caller } from '@/lib/promises/caller';
import type { DocumentOutcome } from './documents';

/** What the documents of one call may take in memory together. */
const MAX_BYTES = 128 * 1024 * 1024;

const TOO_LARGE: DocumentOutcome = { kind: 'failed', reason: 'document-too-large' };

/** What the documents of one call hold, counted in the budget of all calls. */
export class DocumentMemory {
  private held = 0;

  constructor(
    private readonly budget: ByteBudget,
    private readonly caller: Caller,
  ) {}

  /** What they hold now. */
  get bytes(): number {
    return this.held;
  }

  /** The outcome as it may be used: a document that there is no room for is too large. */
  admit(outcome: DocumentOutcome): DocumentOutcome {
    if (outcome.kind !== 'object') return outcome;
    const { parsedBytes } = outcome;
    if (this.held + parsedBytes > MAX_BYTES || !this.budget.tryTake(parsedBytes, this.caller))
      return TOO_LARGE;
    this.held += parsedBytes;
    return outcome;
  }

  /** Gives everything back. */
  release(): void {
    this.budget.give(this.held, this.caller);
    this.held = 0;
  }
}
