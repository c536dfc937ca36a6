import 'server-only';
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { cacheEntries } from '@/lib/cache-sizes';
import { LapsingCache } from '@/lib/lapsing-cache';
import {
  keyValidUntil,
  type Project,
  type ProjectAccess,
  type ProjectStore,
} from '@/lib/projects/project-store';

/** What HTTP Basic carries (RFC 7617): the project's id and its server key. */
export type Credentials = { projectId: string; serverKey: string };

/** Longest project id; anything longer is not looked up. */
const MAX_PROJECT_ID = 200;
/** Longest header that is read. */
const MAX_HEADER = 4096;

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7617 §2 forbids control characters in both halves.
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Reads an `Authorization` header; undefined when it is not a sound Basic one. The key may hold colons. */
export function readBasicCredentials(header: string | undefined): Credentials | undefined {
  const encoded = header === undefined || header.length > MAX_HEADER ? undefined : BASIC.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString('utf8');
  if (text.includes('\ufffd') && !isUtf8(bytes)) return undefined;
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : soundCredentials(text.slice(0, colon), text.slice(colon + 1));
}

/** Credentials that may be somebody's, however they came; undefined where they are empty, too long or have controls. */
export function soundCredentials(projectId: string, serverKey: string): Credentials | undefined {
  const isSound = projectId !== '' && projectId.length <= MAX_PROJECT_ID && serverKey !== '';
  if (!isSound || serverKey.length > MAX_HEADER || CONTROL.test(projectId) || CONTROL.test(serverKey))
    return undefined;
  return { projectId, serverKey };
}

/** SHA-256 of a server key, lower-case hex: the only form in which a key is kept. */
export function hashServerKey(serverKey: string): string {
  return hash('sha256', serverKey, 'hex');
}

/**
 * How long a project is remembered, and a header that was accepted: together less than the 5 s within which a revoked
 * key must be dead in every instance (contract §2).
 */
const REMEMBER_MS = 2000;
const REMEMBER_HEADER_MS = 1000;
/** How long a header that was accepted is no guess, whoever fails at its address. */
const WAS_ACCEPTED_MS = 3_600_000;
const REMEMBER_MOST = cacheEntries('credentials') / 2;

/** Compared with when there is no such project, so that an unknown id takes as long as a wrong key. */
const NO_PROJECT = '0'.repeat(64);

type Remembered = { project: Project | null; access: ProjectAccess; until: number };

/** A caller that was let in, and how long its key is still valid (ms, Infinity: for good). */
export type LoggedIn = { access: ProjectAccess; keyValidMs: number };

/**
 * Checks credentials against the store: what the project may do, or undefined. An unknown project, a revoked one, a
 * wrong key and one that has ended take the same steps: the store is asked once, also where a moment ago it was, or
 * the time would tell which projects call.
 * @param wallTime the ends of keys are stored as wall time; how long a project is remembered must not depend on it
 */
export function createAuthenticator(
  projects: ProjectStore,
  now: () => number = () => performance.now(),
  wallTime: () => number = () => Date.now(),
) {
  const remembered = new LapsingCache<string, Remembered>({ max: REMEMBER_MOST, ttl: REMEMBER_MS });

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
    // Both are compared, whether or not there are such.
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
 * Checks `Authorization` headers as `authenticate` does their credentials. A header that was accepted is known again
 * by its SHA-256, which spares most of the work: whoever probes for it cannot choose a hash, so how long the look-up
 * takes tells nothing.
 */
export class HeaderAuthenticator {
  private readonly accepted = new LapsingCache<string, { access: ProjectAccess; until: number }>({
    max: REMEMBER_MOST,
    ttl: WAS_ACCEPTED_MS,
  });

  constructor(
    private readonly authenticate: ReturnType<typeof createAuthenticator>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** What the project of a header may do that was accepted a moment ago. */
  recall(header: string | undefined): ProjectAccess | undefined {
    const known = header === undefined ? undefined : this.accepted.get(digestOf(header));
    return known !== undefined && known.until > this.now() ? known.access : undefined;
  }

  /** What the header's project may do; undefined when it is not accepted. */
  async check(header: string | undefined): Promise<ProjectAccess | undefined> {
    const loggedIn = await this.authenticate(readBasicCredentials(header));
    if (header === undefined) return undefined;
    if (loggedIn === undefined) {
      // Its key was revoked or has ended: from here on it is as wrong as any other.
      this.accepted.delete(digestOf(header));
      return undefined;
    }
    const { access, keyValidMs } = loggedIn;
    const until = this.now() + Math.min(REMEMBER_HEADER_MS, keyValidMs);
    this.accepted.set(digestOf(header), { access, until });
    return access;
  }

  /** Whether a header has been accepted before. */
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
