import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { BENCH_AUTHORIZATION, type Running, startService } from '@/lib/testing/servers/processes';
import { until } from '@/lib/testing/until';

// Opens idle connections to a real process with a file-descriptor limit of 512. With this limit, the service keeps 256
// idle connections open, at most 64 from one address.

let service: Running;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service.stop('SIGKILL');
});

const HEALTH = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
const BODY = '{"id":1,"method":"none"}';
const CALL = `POST /evm-chain HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: ${BENCH_AUTHORIZATION}\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

/** Opens a connection from the given loopback address. */
function open(localAddress: string): Socket {
  const socket = connect({ port: service.port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
}

/** Sends a request and returns the response status, or 0 if the connection ends without a response. */
function ask(socket: Socket, request: string): Promise<number> {
  return new Promise((resolve) => {
    let text = '';
    const end = (status: number) => {
      socket.off('data', take).off('close', none);
      resolve(status);
    };
    const none = () => end(0);
    const take = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const [head = '', body] = text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (body !== undefined && body.length >= length) end(Number(head.split(' ')[1]));
    };
    if (socket.destroyed) return resolve(0);
    socket.on('data', take).on('close', none);
    socket.write(request);
  });
}

/** Opens connections one after another. Makes one request on each, so that the connection is idle afterwards. */
async function openIdle(count: number, addressOf: (i: number) => string, request = HEALTH) {
  const opened: Socket[] = [];
  for (let i = 0; i < count; i++) {
    const socket = open(addressOf(i));
    opened.push(socket);
    expect(await ask(socket, request)).toBe(200);
  }
  return { opened, left: () => opened.filter(({ destroyed }) => !destroyed).length };
}

async function answersOf20Calls(address: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < 20; i++) statuses.push(await ask(open(address), CALL));
  return statuses;
}
const ALL_SERVED = Array(20).fill(200);

describe('idle connections', () => {
  it('at most 64 idle connections from one address are kept open, so that callers at other addresses are served', async () => {
    service = await startService({}, { shell: 'ulimit -n 512' });
    const { opened, left } = await openIdle(300, () => '127.0.0.1');
    await until('the oldest are closed', () => left() === 64);
    expect(opened.slice(-64).every(({ destroyed }) => !destroyed)).toBe(true);
    expect(await answersOf20Calls('127.0.0.2')).toEqual(ALL_SERVED);
    expect(left()).toBe(64);
  });

  it('at most 256 idle connections from many addresses are kept open, so that other callers are served', async () => {
    service = await startService({}, { shell: 'ulimit -n 512' });
    const { left } = await openIdle(400, (i) => `127.0.1.${1 + (i % 20)}`);
    await until('the oldest are closed', () => left() === 256);
    expect(await answersOf20Calls('127.0.0.2')).toEqual(ALL_SERVED);
  });

  it('idle connections that never send anything do not lock out other callers', async () => {
    service = await startService({}, { shell: 'ulimit -n 512' });
    for (let i = 0; i < 400; i++) open(`127.0.1.${1 + (i % 20)}`);
    expect(await answersOf20Calls('127.0.0.2')).toEqual(ALL_SERVED);
  });

  it('idle connections of a project are not limited per address, and stay open when other idle connections are closed', async () => {
    service = await startService({}, { shell: 'ulimit -n 512' });
    const { opened, left } = await openIdle(150, () => '127.0.0.1', CALL);
    await openIdle(300, (i) => `127.0.1.${1 + (i % 20)}`);
    expect(left()).toBe(150);
    for (const socket of opened) expect(await ask(socket, CALL)).toBe(200);
  });

  it('idle connections of a proxy are not limited per address', async () => {
    service = await startService({ TRUST_PROXY: '1' }, { shell: 'ulimit -n 512' });
    const { opened } = await openIdle(150, () => '127.0.0.1');
    for (const socket of opened) expect(await ask(socket, HEALTH)).toBe(200);
  });
});
