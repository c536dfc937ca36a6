import postgres from 'postgres';
import { abortable } from '@/lib/promises/abortable';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { tlsOptions } from './tls';

/** BIGINT columns as numbers: times, counts and chain ids are below 2^53. */
const INTEGERS = { bigint: { to: 20, from: [20], serialize: String, parse: Number } };
export type Integers = { bigint: number };
export type Sql = postgres.Sql<Integers>;

/** Connections that one instance keeps at most. */
const POOL = 8;

/**
 * A pool of connections; none is made before the first query.
 * @param prepare whether a session keeps its statements; `?prepare=false` in the address says no, too
 * @throws Error that names DATABASE_URL
 */
export function connectPostgres(
  databaseUrl: string,
  { max = POOL, prepare = true }: { max?: number | undefined; prepare?: boolean } = {},
): Sql {
  if (!/^postgres(ql)?:\/\/[^\s]+$/.test(databaseUrl) || !URL.canParse(databaseUrl))
    throw new Error('DATABASE_URL must be postgres://user:password@host:port/database');
  return postgres(databaseUrl, {
    max,
    ...(prepare ? {} : { prepare }),
    ...tlsOptions(new URL(databaseUrl)),
    connect_timeout: 5,
    idle_timeout: 300,
    onnotice: () => undefined,
    // No array goes over the wire here; a connection cut while its types are read rejects where nobody listens.
    fetch_types: false,
    types: INTEGERS,
    connection: { application_name: 'satchel' },
  });
}

/**
 * Whether a pooler such as PgBouncer stands between: the process that answers is another than the one that greeted.
 * The next transaction may then be in another session, where no statement of ours is prepared.
 */
export async function isPooled(databaseUrl: string): Promise<boolean> {
  const sql = connectPostgres(databaseUrl, { max: 1, prepare: false });
  try {
    return await retrying(async () => {
      const answer = await sql`SELECT pg_backend_pid() AS pid`;
      return Number(answer[0]?.pid) !== answer.state.pid;
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Failures after which the same work can be repeated: a conflict, a restart or a lost connection. */
const TRANSIENT =
  /^(40001|40P01|57P01|57P02|57P03|08\d{3}|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONN(REFUSED|RESET)|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT)$/;

export const isTransient = (error: unknown): boolean =>
  TRANSIENT.test((error as { code?: string }).code ?? '');

/** The database did not answer within the time that an operation has. */
export class DatabaseTimeoutError extends Error {
  override readonly name = 'DatabaseTimeoutError';
}

/**
 * Repeats work that failed transiently, up to four attempts; all our writes can be repeated.
 * @param timeoutMs time for all attempts together
 * @throws DatabaseTimeoutError when it has passed; the queries may still be running then
 */
export async function retrying<T>(work: () => Promise<T>, timeoutMs = 15_000): Promise<T> {
  const { signal, clear } = linkedSignal(undefined, { timeoutMs });
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await abortable(work(), signal);
      } catch (cause) {
        if (signal.aborted) throw new DatabaseTimeoutError('The database did not answer in time');
        if (attempt >= 4 || !isTransient(cause)) throw cause;
      }
      await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt * (0.5 + Math.random())));
    }
  } finally {
    clear();
  }
}
