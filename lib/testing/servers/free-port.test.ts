import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { freePort } from './free-port';

it('freePort returns distinct ports and reserves them for this process', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort));
  expect(new Set(ports).size).toBe(200);
  const claimed = execFileSync(process.execPath, ['-e', TRY_TO_CLAIM, JSON.stringify(ports)]).toString();
  expect(claimed).toBe('[]');
});

/** Script for another process. Prints those of the given ports that it is able to claim. */
const TRY_TO_CLAIM = `
const { createSocket } = require('node:dgram');
const claim = (port) => new Promise((resolve) => {
  const socket = createSocket('udp4').unref();
  socket.once('error', () => resolve([]));
  socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve([port]));
});
Promise.all(JSON.parse(process.argv[1]).map(claim)).then((got) => process.stdout.write(JSON.stringify(got.flat())));
`;
