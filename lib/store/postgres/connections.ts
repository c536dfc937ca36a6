import { DatabaseTimeoutError, isTransient, retrying, type Sql } from './connection';

/** How long queries fail at once after the database failed to answer one. */
const PAUSE_MS = 1_000;

/**
 * The connections to a database. Every operation has a deadline, and after one that fails because the database is away,
 * the others of its kind fail at once until one that is let through every second succeeds. Reads and writes count
 * separately: a primary without its standby still answers reads.
 */
export class PostgresConnections {
  private sql: Sql;
  private readonly reads = new CircuitBreaker();
  private readonly writes = new CircuitBreaker();

  /** @param readMs, writeMs longest times for a read and a write, retries included */
  constructor(
    private readonly connect: () => Sql,
    private readonly readMs: number,
    private readonly writeMs: number,
  ) {
    this.sql = connect();
  }

  /** @throws DatabaseTimeoutError, or the driver's error */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.run(work, this.reads, this.readMs);
  }

  /** Runs work that can be repeated. @throws DatabaseTimeoutError, or the driver's error */
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.run(work, this.writes, this.writeMs);
  }

  /** Runs a read without the circuit breaker: it can be slow, and its failure says nothing about other reads. */
  probe<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return retrying(() => work(this.sql), this.readMs);
  }

  async end(): Promise<void> {
    await this.sql.end({ timeout: 5 });
  }

  private async run<T>(work: (sql: Sql) => Promise<T>, breaker: CircuitBreaker, limitMs: number): Promise<T> {
    if (!breaker.tryEnter()) throw new DatabaseTimeoutError('The database has not answered lately');
    let used = this.sql;
    try {
      const result = await retrying(() => {
        used = this.sql;
        return work(used);
      }, limitMs);
      breaker.close();
      return result;
    } catch (cause) {
      if (cause instanceof DatabaseTimeoutError || isTransient(cause)) breaker.open();
      else breaker.close();
      if (cause instanceof DatabaseTimeoutError && used === this.sql) this.replaceConnections();
      throw cause;
    }
  }

  /** Connections to a host that went away without closing them would hang until TCP gives up, a quarter of an hour. */
  private replaceConnections(): void {
    const hanging = this.sql;
    this.sql = this.connect();
    hanging.end({ timeout: 1 }).catch(() => undefined);
  }
}

class CircuitBreaker {
  private isOpen = false;
  private openedAt = 0;
  private isProbing = false;

  /** Whether an operation may start now. While the breaker is open only one at a time may, every second. */
  tryEnter(): boolean {
    if (!this.isOpen) return true;
    if (this.isProbing || performance.now() < this.openedAt + PAUSE_MS) return false;
    this.isProbing = true;
    return true;
  }

  open(): void {
    this.isOpen = true;
    this.openedAt = performance.now();
    this.isProbing = false;
  }

  close(): void {
    this.isOpen = false;
    this.isProbing = false;
  }
}
