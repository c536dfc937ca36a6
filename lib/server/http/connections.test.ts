import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { until } from '@/lib/testing/until';
import type { ConnectionLimits } from './connections';
import { Connections, endInChunks } from './connections';

const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map(closeAtOnce)));

async function serve(
  answer: (path: string, response: ServerResponse, connections: Connections) => void,
  limits: ConnectionLimits = { total: 1_000, perAddress: 1_000 },
) {
  const clock = { now: 0, looks: 0 };
  const server = createServer();
  const look = () => {
    clock.looks += 1;
    return clock.now;
  };
  const connections = new Connections(server, limits, look, 20_000, 10);
  server.on('request', (request, response) =>
    connections.inOrder(response, () => answer(request.url ?? '', response, connections)),
  );
  servers.push(server);
  const port = Number(new URL(`http://${await listenOnLoopback(server)}`).port);
  return { port, clock };
}
/** Reads at least `bytes` bytes, or up to the end of the connection, then pauses the socket. */
function takeBytes(socket: Socket, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    let left = bytes;
    const end = () => {
      socket.off('data', take).off('close', end).pause();
      resolve();
    };
    const take = (chunk: Buffer) => {
      left -= chunk.length;
      if (left <= 0) end();
    };
    if (socket.destroyed) return resolve();
    socket.on('data', take).on('close', end).resume();
  });
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

describe('Connections', () => {
  it('processes one request at a time per connection, and responds to pipelined requests in order', async () => {
    let inFlight = 0;
    let most = 0;
    const { port } = await serve((path, response) => {
      most = Math.max(most, ++inFlight);
      setImmediate(() => {
        inFlight--;
        response.end(`<${path}>`);
      });
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(Array.from({ length: 64 }, (_, i) => get(`/${i}`)).join(''));
    let text = '';
    await new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        text += chunk;
        if (text.includes('</63>')) resolve();
      });
    });
    socket.destroy();
    const paths = [...text.matchAll(/<\/(\d+)>/g)].map(([, path]) => Number(path));
    expect(paths).toEqual(Array.from({ length: 64 }, (_, i) => i));
    expect(most).toBe(1);
  });

  it('continues to serve a connection after the request handler sets request.socket to null', async () => {
    const { port } = await serve((path, response) => {
      // Next sets `socket` to null when it reads a body.
      if (path === '/taken-apart') Object.assign(response.req, { socket: null });
      response.end(`<${path}>`);
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(get('/taken-apart') + get('/next'));
    let text = '';
    await new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        text += chunk;
        if (text.includes('</next>')) resolve();
      });
    });
    socket.destroy();
    expect(text).toContain('</taken-apart>');
  });

  it('authenticated connections do not count towards the limit of their address, and are closed last', async () => {
    const { port, clock } = await serve(
      (path, response, connections) => {
        if (path === '/signed-in') connections.markAuthenticated(response.req.socket);
        response.end();
      },
      { total: 4, perAddress: 2 },
    );
    const closed: string[] = [];
    /** Opens a connection, makes a request on it, and waits for the response. */
    const open = async (path: string, name: string) => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket.on('close', () => closed.push(name)));
      socket.write(get(path));
      clock.now += 1;
      await takeBytes(socket, 1);
      socket.resume();
    };
    const sockets: Socket[] = [];
    await open('/signed-in', 'signed in 1');
    await open('/signed-in', 'signed in 2');
    await open('/', 'guest 1');
    await open('/', 'guest 2');
    expect(closed).toEqual([]);
    // The address has two other connections, and the server has four.
    await open('/', 'guest 3');
    await until('the longest idle guest is closed', () => closed.length > 0);
    expect(closed).toEqual(['guest 1']);
    await open('/signed-in', 'signed in 3');
    await until('another guest is closed', () => closed.length > 1);
    expect(closed).toEqual(['guest 1', 'guest 2']);
    // Now the address has one other connection, but the server has four.
    await open('/signed-in', 'signed in 4');
    await until('the last guest is closed', () => closed.length > 2);
    expect(closed).toEqual(['guest 1', 'guest 2', 'guest 3']);
    for (const socket of sockets) socket.destroy();
  });

  it('closes a connection whose client reads nothing for 20 s, and keeps a connection whose response has not started', async () => {
    let onGone = () => {};
    const gone = new Promise<void>((resolve) => {
      onGone = resolve;
    });
    const { port, clock } = await serve((path, response) => {
      // Do not respond to the request for the other path.
      if (path !== '/large') return;
      response.once('close', onGone);
      response.end(Buffer.alloc(64 * 1024 * 1024));
    });
    const stalled = connect(port, '127.0.0.1');
    const waiting = connect(port, '127.0.0.1');
    stalled.pause();
    stalled.on('error', () => {});
    stalled.write(get('/large'));
    waiting.write(get('/later'));
    const time = setInterval(() => {
      clock.now += 20_000;
    }, 50);
    // Wait on the server side: a paused client socket does not notice that it was closed.
    await gone;
    clearInterval(time);
    expect(waiting.destroyed).toBe(false);
    stalled.destroy();
    waiting.destroy();
  });

  it('closes a connection whose client reads less than a thirtieth of its response in 20 s, and keeps connections of faster clients', async () => {
    const MB = 1024 * 1024;
    const gone = new Set<string>();
    const { port, clock } = await serve((path, response) => {
      response.once('close', () => gone.add(path));
      endInChunks(response, [Buffer.alloc(256 * MB)], 256 * MB);
    });
    const readers = [
      { path: '/slow', bytes: 3 * MB },
      { path: '/fast', bytes: 10 * MB },
    ].map(({ path, bytes }) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(get(path));
      return { socket, bytes };
    });
    const look = async () => {
      const { looks } = clock;
      await until('the connections were checked twice', async () => clock.looks > looks + 2);
    };
    await Promise.all(readers.map(({ socket }) => takeBytes(socket, MB)));
    await look();
    for (let seconds = 0; seconds < 60; seconds += 10) {
      await Promise.all(readers.map(({ socket, bytes }) => takeBytes(socket, bytes)));
      clock.now += 10_000;
      await look();
    }
    expect([...gone]).toEqual(['/slow']);
    for (const { socket } of readers) socket.destroy();
  });
});
