import 'server-only';
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheEntries } from '@/lib/cache-sizes';
import { constantTimeEqual } from '@/lib/constant-time-equal';
import { isUpstreamUnavailable } from '@/lib/errors';
import { keyValidUntil, type ProjectAccess, type ProjectStore } from '@/lib/projects/project-store';
import { TtlCache } from '@/lib/ttl-cache';
import { type Credentials, hashServerKey, readBasicCredentials } from './basic-auth';

/** How long an accepted header is cached, in ms. A revoked key must stop working within 5 s (contract §2). */
const REMEMBER_MS = 4_000;
/** Placeholder hash for an unknown project, so that checking an unknown id takes as long as checking a wrong key. */
const NO_PROJECT = '0'.repeat(64);
const NOT_COUNTED = { end: () => {}, fail: async () => {} };

/** Why authentication failed: wrong credentials, too many failures from the address, or an unavailable store. */
export type AuthenticationRefusal = { refused: 'wrong' | 'too-many' | 'store-unavailable'; cause?: unknown };

type Accepted = { access: ProjectAccess; until: number; graceUntil: number };

/**
 * Checks `Authorization` headers against the store. The steps are the same for unknown and revoked projects and for
 * wrong and expired keys, and each failed login reads the store once, so that timing does not reveal which projects
 * exist. The cache of accepted headers is keyed by their SHA-256, so that the timing of a lookup reveals nothing about
 * a header.
 */
export class Authenticator {
  /**
   * Headers accepted within the last hour; they do not count as guesses. Permissions are served from this cache up to
   * `until` or, while the store is unavailable, up to `graceUntil`.
   */
  private readonly accepted = new TtlCache<string, Accepted>({
    max: cacheEntries('credentials'),
    ttl: 3_600_000,
  });
  private readonly failedLogins = new FailedLogins();

  /**
   * @param graceMs how long after its last check a header is still accepted while the store is unavailable, at most an
   * hour (`AUTH_GRACE_SECONDS`). A key that is revoked during this time stays valid.
   */
  constructor(
    private readonly projects: Pick<ProjectStore, 'findProject'>,
    private readonly graceMs = 0,
  ) {}

  /** Returns the permissions for a recently accepted header; undefined for all other headers. */
  fromCache(header: string | undefined): ProjectAccess | undefined {
    const known = header === undefined ? undefined : this.accepted.get(digestOf(header));
    return known !== undefined && known.until > performance.now() ? known.access : undefined;
  }

  /**
   * Authenticates a header. Delays the result after repeated failures from the address.
   * @param address client address for which failures are counted
   * @param header the `Authorization` header, or query credentials in the same form
   * @returns the project's permissions, or why authentication failed
   */
  async authenticate(address: string, header = ''): Promise<ProjectAccess | AuthenticationRefusal> {
    const credentials = readBasicCredentials(header);
    const digest = digestOf(header);
    // Other callers' failures at the same address must not delay a caller with previously accepted credentials.
    const login = this.accepted.has(digest)
      ? NOT_COUNTED
      : this.failedLogins.begin(address, credentials?.projectId);
    if (login === undefined) return { refused: 'too-many' };
    let checked: Awaited<ReturnType<typeof this.check>>;
    try {
      checked = credentials && (await this.check(credentials));
    } catch (cause) {
      // The key may be right, so do not count the login as failed.
      login.end();
      if (!isUpstreamUnavailable(cause)) throw cause;
      const known = this.accepted.get(digest);
      if (known !== undefined && known.graceUntil > performance.now()) return known.access;
      return { refused: 'store-unavailable', cause };
    }
    if (checked === undefined) {
      // The key may have been revoked or have expired. From now on, the header counts as a guess.
      this.accepted.delete(digest);
      await login.fail();
      return { refused: 'wrong' };
    }
    login.end();
    const { access, keyValidMs } = checked;
    const now = performance.now();
    this.accepted.set(digest, {
      access,
      until: now + Math.min(REMEMBER_MS, keyValidMs),
      graceUntil: now + Math.min(this.graceMs, keyValidMs),
    });
    return access;
  }

  /** Returns the project's permissions and how long the key remains valid, in ms; undefined if the key is not valid. */
  private async check({ projectId, serverKey }: Credentials) {
    const project = await this.projects.findProject(projectId);
    const given = hashServerKey(serverKey);
    // Compare both hashes even if one is missing, so that every check takes the same time.
    const isPresent = constantTimeEqual(given, project?.keyHash ?? NO_PROJECT);
    const isPrevious = constantTimeEqual(given, project?.previousKey?.keyHash ?? NO_PROJECT);
    if (project === null || !(isPresent || isPrevious)) return undefined;
    const now = Date.now();
    const keyUntil = keyValidUntil(project, given, now);
    if (keyUntil === undefined) return undefined;
    const access: ProjectAccess = {
      projectId,
      unitsPerSecond: project.unitsPerSecond ?? undefined,
      methods: project.methods ? new Set(project.methods) : undefined,
    };
    return { access, keyValidMs: keyUntil - now };
  }
}

const digestOf = (header: string) => hash('sha256', header, 'hex');

/** Time after the last login of an address at which its failures expire, in ms. */
const WINDOW_MS = 60_000;
/** Number of failures without a delay, to allow for typos and keys that are not set yet. */
const FREE = 5;
/** Maximum number of logins in flight for an address that has used up its `FREE` failures. */
const MAX_AT_ONCE = 4;
/** Maximum number of tracked addresses, and of tracked pairs of an address and a failed project id. */
const MAX_ENTRIES = cacheEntries('failedLogins') / 2;

type Failures = { count: number; inFlight: number; firstTries: number };

/**
 * Throttles an address with repeated failed logins. From the sixth failure in a minute on, each response is delayed
 * longer, up to 2 s, and at most four logins are in flight. Further logins are rejected unchecked, so that an address
 * can try at most two keys per second, over any number of connections. Four additional slots are reserved for project
 * ids that have not failed at the address: two keys per second more. They let a caller that shares its address with an
 * attacker authenticate, unless the attacker changes the project id with each guess.
 */
export class FailedLogins {
  private readonly failures = new TtlCache<string, Failures>({
    max: MAX_ENTRIES,
    ttl: WINDOW_MS,
  });
  /** Pairs of an address and a project id that failed in the last minute. */
  private readonly failedIds = new TtlCache<string, true>({ max: MAX_ENTRIES, ttl: WINDOW_MS });

  /**
   * Starts a login, which the caller must end with either `end` or `fail`. Returns undefined if the address has too many
   * logins in flight.
   * @param projectId undefined if the credentials are malformed
   */
  begin(address: string, projectId: string | undefined) {
    const entry = this.failures.get(address) ?? { count: 0, inFlight: 0, firstTries: 0 };
    const name = projectId === undefined ? undefined : hash('sha256', `${address} ${projectId}`, 'base64url');
    const room = name === undefined || this.failedIds.has(name) ? 'inFlight' : 'firstTries';
    if (entry.count >= FREE && entry[room] >= MAX_AT_ONCE) return undefined;
    this.failures.set(address, entry);
    entry[room]++;
    /** Ends the login without counting a failure. */
    const end = () => {
      entry[room]--;
    };
    /** Ends the login and counts a failure. Resolves when the response may be sent: later after repeated failures. */
    const fail = async () => {
      if (name !== undefined) this.failedIds.set(name, true);
      entry.count++;
      const delayMs = Math.min(100 * 2 ** (entry.count - FREE - 1), 2_000);
      if (entry.count > FREE) await sleep(delayMs);
      end();
    };
    return { end, fail };
  }
}
