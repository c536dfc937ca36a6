import { connect } from 'node:net';

/** A parsed response. A body delimited by the end of the connection is complete at that point. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string; raw: string };

const NO_ANSWER: RawAnswer = { status: 0, headers: {}, body: '', raw: '' };
/** Timeout, in ms, that only a hanging test reaches. */
const GIVE_UP_MS = 30_000;

/** Sends raw bytes to a port on loopback and returns the first final response, or one with status 0 if none arrives. */
export async function sendRaw(
  port: number,
  bytes: string | Uint8Array | (string | Uint8Array)[],
): Promise<RawAnswer> {
  return (await exchangeRaw(port, bytes)).find(({ status }) => status >= 200) ?? NO_ANSWER;
}

/**
 * Sends raw bytes to a port on loopback and reads until `count` final responses are complete or the server closes the
 * connection. Interim responses (100 Continue) are included but not counted.
 */
export function exchangeRaw(
  port: number,
  bytes: string | Uint8Array | (string | Uint8Array)[],
  finalAnswers = 1,
): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      const { answers, rest } = parseAnswers(received);
      resolve(rest === undefined ? answers : [...answers, rest]);
    };
    const timer = setTimeout(finish, GIVE_UP_MS);
    socket.on('connect', () => {
      for (const part of Array.isArray(bytes) ? bytes : [bytes]) socket.write(part);
    });
    socket.on('data', (chunk: Buffer) => {
      // Decode to one character per byte: lengths in headers count bytes.
      received += chunk.toString('latin1');
      if (parseAnswers(received).answers.filter(({ status }) => status >= 200).length >= finalAnswers)
        finish();
    });
    socket.on('end', finish);
    socket.on('error', (error) => {
      if (received !== '') return finish();
      clearTimeout(timer);
      reject(error);
    });
  });
}

/**
 * Parses the complete responses on a connection. `rest` is the last response if it is incomplete, or if it ends only
 * with the connection.
 */
function parseAnswers(text: string): { answers: RawAnswer[]; rest: RawAnswer | undefined } {
  const answers: RawAnswer[] = [];
  for (let at = 0; ; ) {
    const headEnd = text.indexOf('\r\n\r\n', at);
    if (headEnd < 0) return { answers, rest: undefined };
    const [first = '', ...lines] = text.slice(at, headEnd).split('\r\n');
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    const status = Number(first.split(' ')[1] ?? 0);
    const bodyAt = headEnd + 4;
    const found = bodyOf(text, bodyAt, status, headers);
    const body = Buffer.from(found.body, 'latin1').toString('utf8');
    const answer = { status, headers, body, raw: text.slice(at, found.end ?? text.length) };
    if (found.end === undefined) return { answers, rest: answer };
    answers.push(answer);
    at = found.end;
  }
}

/** Returns a body and the offset at which it ends; the offset is undefined if the body is incomplete. */
function bodyOf(text: string, at: number, status: number, headers: Record<string, string>) {
  if (status < 200 || status === 204) return { body: '', end: at };
  const length = headers['content-length'];
  if (length !== undefined) {
    const end = at + Number(length);
    return { body: text.slice(at, end), end: end <= text.length ? end : undefined };
  }
  if (headers['transfer-encoding'] !== 'chunked') return { body: text.slice(at), end: undefined };
  let body = '';
  for (let chunkAt = at; ; ) {
    const lineEnd = text.indexOf('\r\n', chunkAt);
    const size = Number.parseInt(text.slice(chunkAt, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (lineEnd < 0 || end > text.length) return { body, end: undefined };
    if (size === 0) return { body, end };
    body += text.slice(lineEnd + 2, end - 2);
    chunkAt = end;
  }
}
