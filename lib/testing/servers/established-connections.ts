import { readFileSync } from 'node:fs';

const portOf = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16);

/** Open connections from some ports of this machine to a port of it, as the kernel counts them. Linux. */
export function establishedConnections(port: number, clientPorts: ReadonlySet<number>): number {
  const rows = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1),
  );
  return rows.filter((row) => {
    const [, local, remote, state] = row.trim().split(/\s+/);
    return state === '01' && portOf(local) === port && clientPorts.has(portOf(remote));
  }).length;
}
