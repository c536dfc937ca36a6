/** Limits on concurrent tasks. */
export type QueueLimits = {
  /** Background tasks start only while fewer tasks than this are running. */
  total: number;
  perHost: number;
  /** Maximum number of tasks running for a host while urgent tasks wait for it. */
  urgentPerHost: number;
};

type Host = { background: Set<string>; running: number };

/**
 * Runs tasks with a limit per host. Urgent tasks run first; the others run round-robin by host, and in order within
 * a host.
 */
export class PriorityQueue {
  private readonly hosts = new Map<string, Host>();
  /** Keys of all tasks ever added. */
  private readonly added = new Set<string>();
  /** The host of each task that has not started yet. */
  private readonly waiting = new Map<string, Host>();
  private urgent: string[] = [];
  /** Hosts that may have a background task to start, in the order in which they are served. */
  private readonly ready = new Set<Host>();
  private running = 0;
  private pause: NodeJS.Timeout | undefined;
  private isEnded = false;

  /** @param run runs a task; must not throw */
  constructor(
    private readonly run: (key: string) => Promise<unknown>,
    private readonly limits: QueueLimits,
  ) {}

  /** Adds a background task; ignores a key that was added before. */
  add(key: string, hostName: string): void {
    if (this.added.has(key)) return;
    this.added.add(key);
    const host = this.hosts.get(hostName) ?? { background: new Set(), running: 0 };
    this.hosts.set(hostName, host);
    host.background.add(key);
    this.ready.add(host);
    this.waiting.set(key, host);
    this.startBackground();
  }

  /** Makes tasks urgent, ahead of earlier urgent tasks. */
  prioritize(keys: readonly string[]): void {
    this.urgent = [...new Set([...keys, ...this.urgent])].filter((key) => this.waiting.has(key));
    this.startUrgent();
  }

  /** Starts only urgent tasks for the next `ms` milliseconds. */
  pauseBackground(ms: number): void {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => {
      this.pause = undefined;
      this.startBackground();
    }, ms);
  }

  /** Starts no further tasks. */
  end(): void {
    this.isEnded = true;
    clearTimeout(this.pause);
  }

  private startUrgent(): void {
    if (this.isEnded) return;
    this.urgent = this.urgent.filter((key) => {
      const host = this.waiting.get(key);
      if (host === undefined || host.running >= this.limits.urgentPerHost) return host !== undefined;
      this.begin(key, host);
      return false;
    });
  }

  private startBackground(): void {
    for (const host of this.ready) {
      if (this.isEnded || this.pause !== undefined || this.running >= this.limits.total) return;
      // Deleting and adding a host moves it to the end of the set, where the iterator will reach it again.
      this.ready.delete(host);
      const [key] = host.background;
      if (key === undefined || host.running >= this.limits.perHost) continue;
      this.ready.add(host);
      this.begin(key, host);
    }
  }

  private begin(key: string, host: Host): void {
    this.waiting.delete(key);
    host.background.delete(key);
    host.running += 1;
    this.running += 1;
    void this.run(key).then(() => {
      host.running -= 1;
      this.running -= 1;
      this.ready.add(host);
      this.startUrgent();
      this.startBackground();
    });
  }
}
