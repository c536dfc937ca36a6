import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { metricOf } from '@/lib/testing/servers/metrics';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { until } from '@/lib/testing/until';

// Runs a real process whose stdout is not read.

let service: Running | undefined;
afterEach(() => service?.stop('SIGKILL'));

const LINES = 10_000;
/** Calls in flight: a connection with more than 64 waiting requests is closed. */
const PIPELINED = 50;
const STATUS_LINE = 'HTTP/1.1 200';

/** Makes calls that each write one log line at level `debug`. */
async function makeLines(port: number): Promise<void> {
  const body = '{"id":1,"method":"none"}';
  const auth = Buffer.from('bench-project:bench-server-key-of-loopback').toString('base64');
  const call = `POST /evm-chain HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Basic ${auth}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const socket = connect(port, '127.0.0.1');
  let sent = 0;
  let answered = 0;
  const send = () => {
    for (; sent < LINES && sent - answered < PIPELINED; sent++) socket.write(call);
  };
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    answered += text.split(STATUS_LINE).length - 1;
    // The next status line can be split between two chunks.
    text = text.slice(1 - STATUS_LINE.length);
    send();
  });
  send();
  await until('the calls are answered', () => answered === LINES);
  socket.destroy();
}

async function droppedLines({ base }: Running): Promise<number> {
  const metrics = await (await fetch(`${base}/metrics`)).text();
  return metricOf(metrics, 'satchel_log_lines_dropped_total');
}

it('drops log lines while stdout is not read, and logs the number of dropped lines once stdout is read again', async () => {
  service = await startService({ LOG_LEVEL: 'debug' });
  service.child.stdout?.pause();
  for (let i = 0; i < 3; i++) await makeLines(service.port);
  // The log buffer of 1 MiB and the socket's buffers together hold less than two thirds of the lines.
  const dropped = await droppedLines(service);
  expect(dropped).toBeGreaterThan(LINES);
  service.child.stdout?.resume();
  const { output } = service;
  await until('the log continues', () => output().includes('log lines were dropped: stdout was not read'));
  expect(output()).toContain(`"dropped":${dropped},`);
});

it('the service exits on SIGTERM while its stdout is not read', async () => {
  service = await startService({ LOG_LEVEL: 'debug' });
  service.child.stdout?.pause();
  await makeLines(service.port);
  const { child } = service;
  child.kill('SIGTERM');
  await until('the process has ended', () => child.exitCode !== null || child.signalCode !== null, 60_000);
  expect(child.exitCode).toBe(0);
});

it('the service keeps running after its stdout is closed', async () => {
  service = await startService({ LOG_LEVEL: 'debug' });
  service.child.stdout?.destroy();
  await makeLines(service.port);
  expect(await droppedLines(service)).toBeGreaterThan(0);
});
