import { type CircuitBreaker, circuitBreaker } from '@/lib/promises/circuit-breaker';
import { DatabaseTimeoutError, isTransient, retrying, type Sql } from './connection';

/** How long an open circuit breaker rejects operations before it lets one through, in ms. */
const PAUSE_MS = 1_000;
const databaseBreaker = () => circuitBreaker(1, PAUSE_MS);

/**
 * Connections to a database, with a timeout for every operation and a circuit breaker. After a failure to reach the
 * database, only one operation per second is tried until one succeeds; all others fail immediately. Reads and writes
 * have separate breakers, because a primary that waits for a standby still serves reads.
 */
export class PostgresConnections {
  private sql: Sql;
  private readonly reads = databaseBreaker();
  private readonly writes = databaseBreaker();

  /**
   * @param readMs timeout of a read, including retries, in ms; `writeMs` is the timeout of a write
   */
  constructor(
    private readonly connect: () => Sql,
    private readonly readMs: number,
    private readonly writeMs: number,
  ) {
    this.sql = connect();
  }

  /**
   * Runs a read.
   * @throws DatabaseTimeoutError, or the driver's error
   */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.run(work, this.reads, this.readMs);
  }

  /**
   * Runs an idempotent write.
   * @throws DatabaseTimeoutError, or the driver's error
   */
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.run(work, this.writes, this.writeMs);
  }

  /** Runs a slow read without the circuit breaker: its timeout does not mean that other reads fail. */
  probe<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return retrying(() => work(this.sql), this.readMs);
  }

  async end(): Promise<void> {
    await this.sql.end({ timeout: 5 });
  }

  private async run<T>(work: (sql: Sql) => Promise<T>, breaker: CircuitBreaker, limitMs: number): Promise<T> {
    if (breaker.waitMs() > 0) throw new DatabaseTimeoutError('The database is not responding');
    breaker.start();
    let used = this.sql;
    try {
      const result = await retrying(() => {
        used = this.sql;
        return work(used);
      }, limitMs);
      breaker.success();
      return result;
    } catch (cause) {
      if (cause instanceof DatabaseTimeoutError || isTransient(cause)) breaker.fault();
      else breaker.success();
      if (cause instanceof DatabaseTimeoutError && used === this.sql) this.replaceConnections();
      throw cause;
    }
  }

  /** Opens new connections, because those to a host that has disappeared hang for about 15 minutes (TCP timeout). */
  private replaceConnections(): void {
    const hanging = this.sql;
    this.sql = this.connect();
    hanging.end({ timeout: 1 }).catch(() => undefined);
  }
}
