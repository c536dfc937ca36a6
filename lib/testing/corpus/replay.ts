import { createHash } from 'node:crypto';
import type { CorpusRequest } from './requests';

/** A recorded answer. Parts that vary between runs are replaced by fixed placeholders. */
export type RecordedAnswer = { status: number; headers: Record<string, string>; body: string };

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
export async function replay(base: string, request: CorpusRequest): Promise<RecordedAnswer> {
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
