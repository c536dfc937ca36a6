import { isIP } from 'node:net';
import postgres from 'postgres';
import { UnusableSettingError } from '@/lib/errors';
import { abortable, linkedSignal } from '@/lib/promises/request-scope';

/** Reads BIGINT columns as numbers: times, counts and chain ids are below 2^53. */
const INTEGERS = { bigint: { to: 20, from: [20], serialize: String, parse: Number } };
export type SqlTypes = { bigint: number };
export type Sql = postgres.Sql<SqlTypes>;

/** Maximum number of connections per process. */
export const POOL = 8;

/**
 * Creates a connection pool. It connects on the first query.
 * @param prepare whether to use prepared statements; `?prepare=false` in the URL disables them, too
 * @throws UnusableSettingError that names DATABASE_URL if the URL is invalid
 */
export function connectPostgres(
  databaseUrl: string,
  { max = POOL, prepare = true }: { max?: number | undefined; prepare?: boolean } = {},
): Sql {
  if (!/^postgres(ql)?:\/\/[^\s]+$/.test(databaseUrl) || !URL.canParse(databaseUrl))
    throw new UnusableSettingError('DATABASE_URL', 'not a valid URL of a Postgres server');
  return postgres(databaseUrl, {
    max,
    ...(prepare ? {} : { prepare }),
    ...tlsOptions(new URL(databaseUrl)),
    connect_timeout: 5,
    idle_timeout: 300,
    onnotice: () => undefined,
    // Only arrays need the types of the server. If the connection broke while the driver fetches them, the rejection
    // would be unhandled.
    fetch_types: false,
    types: INTEGERS,
    connection: { application_name: 'satchel' },
  });
}

/**
 * Checks whether a pooler such as PgBouncer is between this process and the database: the backend that runs a query is
 * not the one that accepted the connection. Transactions may then run in a session that lacks the prepared statements.
 */
export const isPooled = (sql: Sql): Promise<boolean> =>
  retrying(async () => {
    const answer = await sql`SELECT pg_backend_pid() AS pid`;
    return Number(answer[0]?.pid) !== answer.state.pid;
  });

/** Error codes of failures after which work can be retried: a conflict, a restart or a lost connection. */
const TRANSIENT =
  /^(40001|40P01|57P01|57P02|57P03|08\d{3}|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONN(REFUSED|RESET)|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT)$/;

export const isTransient = (error: unknown): boolean =>
  TRANSIENT.test((error as { code?: string }).code ?? '');

/** Thrown if the database does not respond within an operation's timeout. */
export class DatabaseTimeoutError extends Error {
  override readonly name = 'DatabaseTimeoutError';
}

/**
 * Retries work that fails transiently, with up to four attempts. The work must be idempotent.
 * @param timeoutMs timeout of all attempts together
 * @throws DatabaseTimeoutError on timeout; queries may then still be running
 */
export async function retrying<T>(work: () => Promise<T>, timeoutMs = 15_000): Promise<T> {
  const { signal, clear } = linkedSignal(undefined, { timeoutMs });
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await abortable(work(), signal);
      } catch (cause) {
        if (signal.aborted) throw new DatabaseTimeoutError('The database did not respond in time');
        if (attempt >= 4 || !isTransient(cause)) throw cause;
      }
      await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt * (0.5 + Math.random())));
    }
  } finally {
    clear();
  }
}

/**
 * Returns TLS options for the `sslmode` of DATABASE_URL. `require`, `verify-ca`, `verify-full` and unknown modes verify
 * the certificate and the host name, as in node-postgres; `no-verify` verifies neither. `disable` turns TLS off. The
 * driver handles `allow` and `prefer` (without verification) and a missing mode.
 */
function tlsOptions(databaseUrl: URL): Pick<postgres.Options<never>, 'ssl'> {
  const { hostname, searchParams } = databaseUrl;
  const mode = searchParams.get('sslmode') || searchParams.get('ssl');
  switch (mode) {
    case null:
    case '':
    case 'allow':
    case 'prefer':
      return {};
    case 'disable':
    case 'false':
      return { ssl: false };
    case 'no-verify':
      return { ssl: { rejectUnauthorized: false } };
    default:
      // Set the host for an IP address. The driver does not, and the certificate would be verified for `localhost`.
      return { ssl: { rejectUnauthorized: true, ...(isIP(hostname) ? { host: hostname } : {}) } };
  }
}
