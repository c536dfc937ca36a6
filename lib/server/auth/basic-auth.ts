import 'server-only';
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { cacheEntries } from '@/lib/cache-sizes';
import {
  keyValidUntil,
  type Project,
  type ProjectAccess,
  type ProjectStore,
} from '@/lib/projects/project-store';
import { TtlCache } from '@/lib/ttl-cache';

/** What HTTP Basic carries (RFC 7617): the project's id and its server key. */
export type Credentials = { projectId: string; serverKey: string };

/** Longest project id that is looked up. */
const MAX_PROJECT_ID = 200;

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7617 §2 forbids control characters in both halves.
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Reads an `Authorization` header; undefined when it is not a sound Basic one. The key may hold colons. */
export function readBasicCredentials(header: string | undefined): Credentials | undefined {
  const encoded = header === undefined ? undefined : BASIC.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString('utf8');
  if (text.includes('\ufffd') && !isUtf8(bytes)) return undefined;
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : soundCredentials(text.slice(0, colon), text.slice(colon + 1));
}

/** Credentials from a header or a query; undefined if one is empty or has control characters, or the id is too long. */
export function soundCredentials(projectId: string, serverKey: string): Credentials | undefined {
  const isSound = projectId !== '' && projectId.length <= MAX_PROJECT_ID && serverKey !== '';
  if (!isSound || CONTROL.test(projectId) || CONTROL.test(serverKey)) return undefined;
  return { projectId, serverKey };
}

/** SHA-256 of a server key, lower-case hex: the only form in which a key is kept. */
export function hashServerKey(serverKey: string): string {
  return hash('sha256', serverKey, 'hex');
}

/**
 * How long a project is remembered, and then an accepted header: twice this is less than the 5 s within which a revoked
 * key must be dead in every instance (contract §2).
 */
const REMEMBER_MS = 2_000;
const REMEMBER_MOST = cacheEntries('credentials') / 2;

/** Compared with when there is no such project, so that an unknown id takes as long as a wrong key. */
const NO_PROJECT = '0'.repeat(64);

type Remembered = { project: Project | null; access: ProjectAccess; until: number };

/** An authenticated caller, and how long its key is still valid (ms, Infinity: for good). */
export type LoggedIn = { access: ProjectAccess; keyValidMs: number };

/**
 * Checks credentials against the store: what the project may do, or undefined. An unknown project, a revoked one, a
 * wrong key and an expired one take the same steps. Each failed login reads the store once, even if the project is
 * remembered; otherwise the time would show which projects call.
 * @param wallTime the ends of keys are stored as wall time; how long a project is remembered must not depend on it
 */
export function createAuthenticator(
  projects: ProjectStore,
  now: () => number = () => performance.now(),
  wallTime: () => number = () => Date.now(),
) {
  const remembered = new TtlCache<string, Remembered>({ max: REMEMBER_MOST, ttl: REMEMBER_MS });

  const look = async (projectId: string): Promise<Remembered> => {
    const project = await projects.findProject(projectId);
    const entry = { project, access: accessOf(projectId, project), until: now() + REMEMBER_MS };
    remembered.set(projectId, entry);
    return entry;
  };

  return async function authenticate(credentials: Credentials | undefined): Promise<LoggedIn | undefined> {
    if (credentials === undefined) return undefined;
    const { projectId, serverKey } = credentials;
    const given = hashServerKey(serverKey);
    const known = remembered.get(projectId);
    if (known !== undefined && known.until > now()) {
      const loggedIn = enter(known, given);
      if (loggedIn !== undefined) return loggedIn;
    }
    return enter(await look(projectId), given);
  };

  function enter({ project, access }: Remembered, given: string): LoggedIn | undefined {
    // Both are compared even if one is missing, so that every check takes the same time.
    const isPresent = isSameHash(given, project?.keyHash ?? NO_PROJECT);
    const isPrevious = isSameHash(given, project?.previousKey?.keyHash ?? NO_PROJECT);
    if (project === null || !(isPresent || isPrevious)) return undefined;
    const time = wallTime();
    const keyUntil = keyValidUntil(project, given, time);
    return keyUntil === undefined ? undefined : { access, keyValidMs: keyUntil - time };
  }
}

const accessOf = (projectId: string, project: Project | null): ProjectAccess => ({
  projectId,
  unitsPerSecond: project?.unitsPerSecond ?? undefined,
  methods: project?.methods ? new Set(project.methods) : undefined,
});

/**
 * Checks `Authorization` headers as `authenticate` does their credentials. An accepted header is recognized by its
 * SHA-256, which saves most of the work. An attacker cannot choose hashes, so the time of the look-up reveals nothing.
 */
export class HeaderAuthenticator {
  private readonly accepted = new TtlCache<string, { access: ProjectAccess; until: number }>({
    max: REMEMBER_MOST,
    ttl: 3_600_000,
  });

  constructor(
    private readonly authenticate: ReturnType<typeof createAuthenticator>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** What the project of a recently accepted header may do. */
  recall(header: string | undefined): ProjectAccess | undefined {
    const known = header === undefined ? undefined : this.accepted.get(digestOf(header));
    return known !== undefined && known.until > this.now() ? known.access : undefined;
  }

  /** What the header's project may do; undefined when it is not accepted. */
  async check(header: string | undefined): Promise<ProjectAccess | undefined> {
    const loggedIn = await this.authenticate(readBasicCredentials(header));
    if (header === undefined) return undefined;
    if (loggedIn === undefined) {
      // Its key was revoked or has expired: from now on it counts as a guess.
      this.accepted.delete(digestOf(header));
      return undefined;
    }
    const { access, keyValidMs } = loggedIn;
    const until = this.now() + Math.min(REMEMBER_MS, keyValidMs);
    this.accepted.set(digestOf(header), { access, until });
    return access;
  }

  /** Whether a header was accepted within the last hour: it is not a guess then. */
  wasAccepted(header: string | undefined): boolean {
    return header !== undefined && this.accepted.has(digestOf(header));
  }
}

const digestOf = (header: string) => hash('sha256', header, 'hex');

/**
 * Compares two SHA-256 hashes in hex without an early end. Texts rather than buffers for `timingSafeEqual`: each
 * request would make two array buffers, which cost the collector more than the comparison.
 */
function isSameHash(a: string, b: string): boolean {
  let difference = a.length ^ 64;
  for (let i = 0; i < 64; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
