/**
 * Who waits for a piece of work: those who follow it, and those who are about to. The work is worth nothing any more
 * when there is neither.
 */
export class Audience {
  private followers = 0;
  private expected = 0;
  private expectation: NodeJS.Timeout | undefined;

  /**
   * @param lingerMs how long somebody new is waited for when the last follower has left
   * @param onLeft called when nobody is left
   */
  constructor(
    private readonly lingerMs: () => number,
    private readonly onLeft: () => void,
  ) {}

  /** Nobody follows, but somebody is about to. */
  get isAwaited(): boolean {
    return this.followers === 0 && this.expected > 0;
  }

  /** Follows; returns what leaves again. */
  join(): () => void {
    this.followers += 1;
    return () => {
      this.followers -= 1;
      if (this.followers > 0 || this.expected > 0) return;
      const ms = this.lingerMs();
      if (ms > 0) this.expect(ms);
      else this.onLeft();
    };
  }

  /** Somebody will follow within `ms`. */
  expect(ms: number): void {
    this.expected += 1;
    clearTimeout(this.expectation);
    this.expectation = setTimeout(() => this.expectNobody(), ms);
    this.expectation.unref();
  }

  /** Whether somebody was expected. Whoever asks is the one, and joins at once. */
  takeExpected(): boolean {
    if (this.expected === 0) return false;
    this.expected -= 1;
    if (this.expected === 0) clearTimeout(this.expectation);
    return true;
  }

  expectNobody(): void {
    this.expected = 0;
    clearTimeout(this.expectation);
    if (this.followers === 0) this.onLeft();
  }
}
