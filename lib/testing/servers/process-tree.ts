import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

// Reads processes from Linux's /proc.

/** Calls `read`. Returns undefined if it throws, which normally means that the process has ended. */
function ofProcess<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Reads the state and parent of each process, by process id. */
function processes(): Map<number, { state: string; parent: number }> {
  const found = new Map<number, { state: string; parent: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = ofProcess(() => readFileSync(`/proc/${name}/stat`, 'utf8'));
    const [, state = '', parent] = /\) (\S) (\d+)/.exec(stat ?? '') ?? [];
    if (parent !== undefined) found.set(Number(name), { state, parent: Number(parent) });
  }
  return found;
}

/** Checks whether a process is running: it has not ended and is not a zombie. */
export function isRunning(pid: number): boolean {
  const found = processes().get(pid);
  return found !== undefined && found.state !== 'Z';
}

/** Returns the ids of all descendants of a process. */
export function descendantsOf(pid: number): number[] {
  const all = [...processes()];
  const of = (parent: number): number[] =>
    all.filter(([, each]) => each.parent === parent).flatMap(([child]) => [child, ...of(child)]);
  return of(pid);
}

/** Returns the command line of a process. */
export const commandOf = (pid: number): string[] =>
  ofProcess(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)) ?? [];

/** Returns the initial environment of a process. */
export const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Finds a service's web process by the id of its API process; returns undefined if it is not running. */
export const webProcessOf = (pid: number): number | undefined =>
  descendantsOf(pid).find((child) => commandOf(child).some((word) => word.endsWith('dist/web.js')));

/** A row in the kernel's tables of TCP sockets. */
type TcpSocket = { address: string; port: number; remotePort: number; state: string; inode: string };

/** Socket states as numbered by the kernel. */
const ESTABLISHED = '01';
const LISTENING = '0A';

/** Lists all TCP sockets visible to a process, for IPv4 and IPv6. */
function tcpSockets(pid: number | 'self'): TcpSocket[] {
  const portOf = (end = '') => Number.parseInt(end.split(':')[1] ?? '', 16);
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [, local = '', remote, state = '', , , , , , inode = ''] = line.trim().split(/\s+/);
        const [address = ''] = local.split(':');
        return { address, port: portOf(local), remotePort: portOf(remote), state, inode };
      }),
  );
}

/** Lists the IPv4 addresses and ports on which a process listens. */
export function listeningPorts(pid: number): { address: string; port: number }[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => ofProcess(() => readlinkSync(`/proc/${pid}/fd/${fd}`))),
  );
  return tcpSockets(pid)
    .filter(({ state, inode }) => state === LISTENING && sockets.has(`socket:[${inode}]`))
    .map(({ address, port }) => {
      const bytes = address.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
      return { address: bytes.length === 4 ? bytes.reverse().join('.') : address, port };
    });
}

/** Counts established connections from `clientPorts` to `port` on this machine. */
export const establishedConnections = (port: number, clientPorts: ReadonlySet<number>): number =>
  tcpSockets('self').filter(
    (socket) => socket.state === ESTABLISHED && socket.port === port && clientPorts.has(socket.remotePort),
  ).length;
