// Baseline for the endpoint benchmark: a bare node:http handler that parses the body, checks Basic credentials in
// constant time and sends a fixed response of the same length as the service's.
import { hash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { PROJECT_ID, PROJECT_SERVER_KEY, ANSWER = '' } = process.env;
const expected = hash('sha256', `${PROJECT_ID}:${PROJECT_SERVER_KEY}`, 'buffer');
const body = Buffer.from(ANSWER);

const server = createServer((request, response) => {
  if (request.method !== 'POST') return response.writeHead(404).end();
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const credentials = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64').toString();
    const right = timingSafeEqual(hash('sha256', credentials, 'buffer'), expected);
    const parsed = JSON.parse(Buffer.concat(chunks).toString());
    if (!right || parsed === null) {
      response.writeHead(401).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
