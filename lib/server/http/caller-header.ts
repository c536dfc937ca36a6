import 'server-only';
import { randomBytes } from 'node:crypto';

/** How the HTTP server tells Next's handlers, which see no socket, who calls; the token keeps a caller from forging it. */
export const CALLER_HEADER = 'x-satchel-caller';

const TOKEN = Symbol.for('satchel.caller-token');
// On `globalThis`, because the HTTP server and Next's handlers are two bundles of one process.
const shared = globalThis as { [TOKEN]?: string };
shared[TOKEN] ??= randomBytes(16).toString('base64url');
const token = shared[TOKEN];

/** The header's value, written by the HTTP server over whatever the caller sent. */
export const callerHeader = (address: string, requestId: string) => `${token} ${address} ${requestId}`;

/** What the HTTP server said of a request; undefined when it came another way. */
export function readCallerHeader(header: string | null): { address: string; requestId: string } | undefined {
  const [given, address, requestId] = header?.split(' ') ?? [];
  return given === token && address !== undefined && requestId !== undefined
    ? { address, requestId }
    : undefined;
}
