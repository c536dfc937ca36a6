import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

// Processes as Linux shows them in /proc.

/** What `read` returns; undefined when the process has ended. */
function ofProcess<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** State and parent of each process by its id. */
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

/** Whether a process is running: not ended, and no zombie. */
export function isRunning(pid: number): boolean {
  const found = processes().get(pid);
  return found !== undefined && found.state !== 'Z';
}

/** Ids of the processes that a process has started, and those that they have started. */
export function descendantsOf(pid: number): number[] {
  const all = [...processes()];
  const of = (parent: number): number[] =>
    all.filter(([, each]) => each.parent === parent).flatMap(([child]) => [child, ...of(child)]);
  return of(pid);
}

/** Command line of a process. */
export const commandOf = (pid: number): string[] =>
  ofProcess(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)) ?? [];

/** The environment that a process was started with. */
export const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** The web process of a service whose API process has this id; undefined when it is not running. */
export const webProcessOf = (pid: number): number | undefined =>
  descendantsOf(pid).find((child) => commandOf(child).some((word) => word.endsWith('dist/web.js')));

/** Local addresses and ports on which a process listens, for IPv4. */
export function listeningPorts(pid: number): { address: string; port: number }[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => ofProcess(() => readlinkSync(`/proc/${pid}/fd/${fd}`))),
  );
  const LISTENING = '0A';
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
        if (state !== LISTENING || !sockets.has(`socket:[${inode}]`)) return [];
        const [address = '', port = ''] = local.split(':');
        const bytes = address.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
        const text = bytes.length === 4 ? bytes.reverse().join('.') : address;
        return [{ address: text, port: Number.parseInt(port, 16) }];
      }),
  );
}
