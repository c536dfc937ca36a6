/** Holds the latest value alone: a reader that is slower than the work skips what is stale. */
export class Latest<T> {
  private value: T | undefined;
  private wake: (() => void) | undefined;

  put(value: T): void {
    this.value = value;
    this.wake?.();
  }

  /** The values put until `work` is settled, however it ends. */
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
