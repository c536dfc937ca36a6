import { Semaphore } from './semaphore';

type Own = { places: Semaphore; users: number };

/** Places for work that is done for named holders: so many in all, so many for one, and holders are served in turn. */
export class KeyedSemaphore {
  private readonly all: Semaphore;
  private readonly own = new Map<string, Own>();

  constructor(
    total: number,
    private readonly each: number,
  ) {
    this.all = new Semaphore(total);
  }

  /**
   * Waits for a place.
   * @returns what gives it back
   * @throws the signal's reason when it is aborted first
   */
  async acquire(name: string, signal: AbortSignal): Promise<() => void> {
    const own = this.own.get(name) ?? { places: new Semaphore(this.each), users: 0 };
    this.own.set(name, own);
    own.users += 1;
    const leave = () => {
      own.users -= 1;
      if (own.users === 0) this.own.delete(name);
    };
    let releaseOwn: (() => void) | undefined;
    try {
      releaseOwn = await own.places.acquire(signal);
      const releaseOne = await this.all.acquire(signal, own);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        releaseOne();
        releaseOwn?.();
        leave();
      };
    } catch (thrown) {
      releaseOwn?.();
      leave();
      throw thrown;
    }
  }
}
