import 'server-only';
import { randomBytes } from 'node:crypto';

/** The front tells Next's handlers, which see no socket, who calls; the token keeps a caller from telling it. */
export const FRONT_HEADER = 'x-satchel-front';

const TOKEN = Symbol.for('satchel.front-token');
// On `globalThis`, because the front and Next's handlers are two bundles of one process.
const shared = globalThis as { [TOKEN]?: string };
shared[TOKEN] ??= randomBytes(16).toString('base64url');
const token = shared[TOKEN];

/** The header's value, written by the front over whatever the caller sent. */
export const frontHeader = (address: string, requestId: string) => `${token} ${address} ${requestId}`;

/** What the front said of a request; undefined when it came another way. */
export function fromFront(header: string | null): { address: string; requestId: string } | undefined {
  const [given, address, requestId] = header?.split(' ') ?? [];
  return given === token && address !== undefined && requestId !== undefined
    ? { address, requestId }
    : undefined;
}
