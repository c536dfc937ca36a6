import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type ImportJob, type ImportResult, importKeys } from './keys';

/** Threads that work out jobs; results come in the order of asking for each. */
export type ImportPool = {
  run: (job: ImportJob) => Promise<ImportResult>;
  /** Jobs that keep every thread busy. */
  depth: number;
  close: () => Promise<void>;
};

/** @param threads 0 works in the calling thread */
export function importPool(threads: number): ImportPool {
  if (threads === 0) return { run: async (job) => importKeys(job), depth: 1, close: async () => undefined };
  const lanes = Array.from({ length: threads }, startLane);
  return {
    run: (job) => lanes.reduce((a, b) => (b.load() < a.load() ? b : a)).run(job),
    depth: threads * 2 + 1,
    close: async () => void (await Promise.all(lanes.map((lane) => lane.close()))),
  };
}

type Waiting = { resolve: (result: ImportResult) => void; reject: (cause: unknown) => void };

function startLane() {
  const worker = startWorker();
  const waiting: Waiting[] = [];
  worker.on('message', (result: ImportResult) => waiting.shift()?.resolve(result));
  worker.on('error', (cause) => {
    for (const { reject } of waiting.splice(0)) reject(cause);
  });
  return {
    load: () => waiting.length,
    run: (job: ImportJob) =>
      new Promise<ImportResult>((resolve, reject) => {
        waiting.push({ resolve, reject });
        worker.postMessage(job);
      }),
    close: () => worker.terminate(),
  };
}

/** Bundled, the worker lies beside this file; as source (tests) it lies above, and tsx has to be told to read it. */
function startWorker(): Worker {
  if (extname(import.meta.url) !== '.ts') return new Worker(new URL('./import.worker.js', import.meta.url));
  const source = new URL('../import.worker.ts', import.meta.url).href;
  const start = `import('tsx/esm/api').then(({ register }) => { register(); import(${JSON.stringify(source)}); });`;
  return new Worker(start, { eval: true });
}
