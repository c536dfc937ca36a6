import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../servers/free-port';
import { type Running, startNode, startService } from '../servers/processes';
import { CORPUS, CORPUS_ENV, type CorpusRequest, SDK_CORPUS } from './requests';

// Compares the API's answers byte for byte, on both hosts. SATCHEL_CORPUS=record records them again: only for a change
// to the contract, which must be in docs/contract.md and the changelog.

/** A recorded answer. Parts that vary between runs are replaced by fixed placeholders. */
type RecordedAnswer = { status: number; headers: Record<string, string>; body: string };

/** Headers that depend on the server or differ in each answer. */
const VARYING = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-request-id',
]);
/** Length above which a body is recorded only as its length and SHA-256. */
const MAX_TEXT_CHARACTERS = 1500;

/**
 * Sends a request of the corpus and returns its answer.
 * @param base origin of the service
 */
async function replay(base: string, request: CorpusRequest): Promise<RecordedAnswer> {
  const { method = 'POST', path, headers = {}, body } = request;
  const response = await fetch(base + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = withoutVarying(await response.text());
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !VARYING.has(name)).sort()),
    body:
      text.length <= MAX_TEXT_CHARACTERS
        ? text
        : `${text.length} characters, sha256 ${createHash('sha256').update(text).digest('hex')}`,
  };
}

const withoutVarying = (text: string) =>
  text
    .replace(/"(createdAt|updatedAt)":"[^"]*"/g, '"$1":"<time>"')
    // Only `/health` returns the version directly after the status; it changes with every release.
    .replace(/("status":"alive","version":)"[^"]*"/g, '$1"<version>"')
    // Any of the concurrent calls can be the first to fail.
    .replace(/"method":"get\w+"}/g, '"method":"<call>"}')
    .replace(/"nextCursor":"[^"]*"/g, '"nextCursor":"<cursor>"');

const FILE = fileURLToPath(new URL('answers.json', import.meta.url));
const isRecording = process.env.SATCHEL_CORPUS === 'record';
const answers: Record<string, RecordedAnswer> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {};

const hosts = {
  'npm start': (env: Record<string, string>) => startService(env),
  'next start': async (env: Record<string, string>) => {
    const port = String(await freePort());
    const args = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', port];
    return startNode(
      args,
      { LOG_LEVEL: 'warn', NEXT_TELEMETRY_DISABLED: '1', ...env, PORT: port },
      '/health',
    );
  },
};

function replayed(name: string, requests: readonly CorpusRequest[], env: Record<string, string>): void {
  for (const [host, start] of Object.entries(hosts)) {
    const isFirst = host === 'npm start';
    describe.skipIf(!isFirst && (isRecording || !existsSync('.next/BUILD_ID')))(`${name} on ${host}`, () => {
      const data = mkdtempSync(join(tmpdir(), 'satchel-corpus-'));
      let service: Running;
      beforeAll(async () => {
        service = await start({ ...CORPUS_ENV, ...env, DATA_DIR: data });
      });
      afterAll(async () => {
        await service?.stop('SIGKILL');
        rmSync(data, { recursive: true, force: true });
        if (isRecording) writeFileSync(FILE, `${JSON.stringify(answers, null, 2)}\n`);
      });

      it.each(requests.filter(({ onlyHttpServer }) => isFirst || !onlyHttpServer))(
        '$title',
        async (request) => {
          const answer = await replay(service.base, request);
          if (isRecording) answers[request.title] = answer;
          expect(answer).toEqual(answers[request.title]);
        },
      );
    });
  }
}

replayed('the corpus', CORPUS, {});
replayed('the corpus of existing SDKs', SDK_CORPUS, { SDK_COMPAT: 'true' });
