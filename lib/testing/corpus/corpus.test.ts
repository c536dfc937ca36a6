import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../servers/free-port';
import { type Running, startNode, startService } from '../servers/processes';
import { type RecordedAnswer, replay } from './replay';
import { CORPUS, CORPUS_ENV, type CorpusRequest, SDK_CORPUS } from './requests';

// Compares the API's answers byte for byte, on both hosts. SATCHEL_CORPUS=record records them again: only for a change
// to the contract, which must be in docs/contract.md and the changelog.

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
