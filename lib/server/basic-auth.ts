import 'server-only';
import { hash, timingSafeEqual } from 'node:crypto';
import type { ProjectStore } from '@/lib/projects/project-store';

/** What HTTP Basic carries (RFC 7617): the project's id and its server key. */
export type Credentials = { projectId: string; serverKey: string };

const utf8 = new TextDecoder('utf-8', { fatal: true });
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7617 §2 forbids control characters in both halves.
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Reads an `Authorization` header; undefined when it is not a sound Basic one. The key may hold colons. */
export function readBasicCredentials(header: string | undefined): Credentials | undefined {
  const encoded = header === undefined ? undefined : BASIC.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  let text: string;
  try {
    text = utf8.decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1 || CONTROL.test(text)) return undefined;
  return { projectId: text.slice(0, colon), serverKey: text.slice(colon + 1) };
}

/** SHA-256 of a server key, lower-case hex: the only form in which a key is kept. */
export function hashServerKey(serverKey: string): string {
  return hash('sha256', serverKey, 'hex');
}

/** How long a project is remembered: a revoked key must be dead within 5 s in every instance (contract §2). */
const REMEMBER_MS = 2000;
const REMEMBER_MOST = 10_000;

/** Compared with where there is no project, so that an unknown id costs what a wrong key costs. */
const NO_PROJECT = Buffer.alloc(32);

/**
 * Checks credentials against the store: resolves to the project's id, or undefined. An unknown project, a revoked
 * one and a wrong key take the same steps.
 */
export function createAuthenticator(projects: ProjectStore, now: () => number = Date.now) {
  const remembered = new Map<string, { keyHash: Buffer; alive: boolean; until: number }>();

  const look = async (projectId: string) => {
    const project = await projects.findProject(projectId);
    if (remembered.size >= REMEMBER_MOST) remembered.delete(remembered.keys().next().value ?? '');
    const entry = {
      keyHash: project ? Buffer.from(project.keyHash, 'hex') : NO_PROJECT,
      alive: project !== null && project.revokedAt === null,
      until: now() + REMEMBER_MS,
    };
    remembered.set(projectId, entry);
    return entry;
  };

  return async function authenticate(credentials: Credentials | undefined): Promise<string | undefined> {
    if (credentials === undefined) return undefined;
    const { projectId, serverKey } = credentials;
    const known = remembered.get(projectId);
    const entry = known !== undefined && known.until > now() ? known : await look(projectId);
    const given = hash('sha256', serverKey, 'buffer');
    return timingSafeEqual(given, entry.keyHash) && entry.alive ? projectId : undefined;
  };
}
