import { connect } from 'node:net';

export type RawAnswer = { status: number; headers: Record<string, string>; body: string; raw: string };

/** Sends bytes as they are to a port of loopback and reads until the server closes or an answer is whole. */
export function sendRaw(
  port: number,
  bytes: string | Uint8Array | (string | Uint8Array)[],
  timeoutMs = 8000,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let raw = Buffer.alloc(0);
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(parseAnswer(raw.toString('utf8')));
    };
    const timer = setTimeout(finish, timeoutMs);
    socket.on('connect', () => {
      for (const part of Array.isArray(bytes) ? bytes : [bytes]) socket.write(part);
    });
    socket.on('data', (chunk) => {
      raw = Buffer.concat([raw, chunk]);
      if (isWhole(raw.toString('latin1'))) finish();
    });
    socket.on('end', finish);
    socket.on('error', (error) => {
      if (raw.length > 0) finish();
      else {
        clearTimeout(timer);
        reject(error);
      }
    });
  });
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0 || /^HTTP\/1\.1 100/.test(text)) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
  return length !== undefined && text.length >= end + 4 + Number(length);
}

function parseAnswer(text: string): RawAnswer {
  const raw = text.replace(/^HTTP\/1\.1 100[^\r]*\r\n\r\n/, '');
  const end = raw.indexOf('\r\n\r\n');
  const [first = '', ...lines] = raw.slice(0, end < 0 ? undefined : end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: end < 0 ? '' : raw.slice(end + 4), raw };
}
