import { Semaphore } from './semaphore';

type Share = { permits: Semaphore; users: number };

/**
 * Permits with a limit for each key, such as a visitor or a host, and a total limit. Keys are served round-robin.
 */
export class KeyedSemaphore {
  private readonly all: Semaphore;
  private readonly shares = new Map<string, Share>();

  constructor(private readonly limits: { total: number; perKey: number }) {
    this.all = new Semaphore(limits.total);
  }

  /**
   * Waits for a permit.
   * @returns a function that releases the permit
   * @throws the signal's reason if it is aborted first
   */
  async acquire(key: string, signal: AbortSignal): Promise<() => void> {
    const share = this.shares.get(key) ?? { permits: new Semaphore(this.limits.perKey), users: 0 };
    this.shares.set(key, share);
    share.users += 1;
    const releases = [
      () => {
        share.users -= 1;
        if (share.users === 0) this.shares.delete(key);
      },
    ];
    const release = () => {
      for (const each of releases.splice(0)) each();
    };
    try {
      releases.push(await share.permits.acquire(signal));
      releases.push(await this.all.acquire(signal, share));
      return release;
    } catch (thrown) {
      release();
      throw thrown;
    }
  }
}
