/** Keeps only the latest value, so that a slow reader skips stale values. */
export class LatestValue<T> {
  private value: T | undefined;
  private wake: (() => void) | undefined;

  put(value: T): void {
    this.value = value;
    this.wake?.();
  }

  /** Yields values until `work` settles. */
  async *until(work: Promise<unknown>): AsyncGenerator<T, void, undefined> {
    let over = false;
    const end = () => {
      over = true;
      this.wake?.();
    };
    work.then(end, end);
    while (!over) {
      const { value } = this;
      if (value !== undefined) {
        this.value = undefined;
        yield value;
      } else {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    }
  }
}
