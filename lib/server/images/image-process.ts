import 'server-only';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { programPath, projectRoot } from '@/lib/server/internal-env';
import type { Thumbnailer } from '@/lib/sources/images/images';

type Job = {
  picture: Uint8Array;
  width: number;
  resolve: (thumbnail: Uint8Array) => void;
  reject: (error: Error) => void;
};

const DECODE_MS = 5_000;
/** A picture waits for its turn; past this many a reader is told to try again. */
const MOST_WAITING = 400;
/** The decoder leaves after so long without work, and its memory with it. */
const IDLE_MS = 60_000;

/**
 * Thumbnails made by a process of their own: a picture that holds its decoder too long, or makes it grow too large,
 * dies with it, and the server's own thread never waits.
 * @param script the bundled `image.worker.js`
 * @param decodeMs longest that one image may take, the start of the process included
 */
export function pictureProcess(
  script = join(projectRoot(), 'dist', 'image.worker.js'),
  decodeMs = DECODE_MS,
) {
  let child: ChildProcess | undefined;
  let running: Job | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const waiting: Job[] = [];

  const finish = (settle: (job: Job) => void) => {
    clearTimeout(timer);
    const job = running;
    running = undefined;
    if (job) settle(job);
    next();
  };

  function start(): ChildProcess {
    // Not `fork`: Next's bundler takes its path for a module and fails to find it.
    const started = spawn(process.execPath, ['--max-old-space-size=192', script], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // The decoder of strangers' pictures knows nothing of the service: no key, no database.
      env: { NODE_ENV: 'production', PATH: programPath() },
    });
    started.on('message', (message: { thumbnail?: Uint8Array; error?: string }) => {
      finish((job) =>
        message.thumbnail
          ? job.resolve(message.thumbnail)
          : job.reject(new Error(message.error ?? 'undecodable')),
      );
    });
    started.on('exit', () => {
      if (child !== started) return;
      child = undefined;
      finish((job) => job.reject(new Error('undecodable')));
    });
    started.on('error', () => started.kill('SIGKILL'));
    started.unref();
    return started;
  }

  function next(): void {
    if (running || closed) return;
    running = waiting.shift();
    if (!running) {
      timer = setTimeout(() => child?.kill(), IDLE_MS);
      timer.unref();
      return;
    }
    clearTimeout(timer);
    child ??= start();
    child.send({ picture: running.picture, width: running.width });
    timer = setTimeout(() => {
      const slow = child;
      child = undefined;
      slow?.kill('SIGKILL');
      finish((job) => job.reject(new Error('timeout')));
    }, decodeMs);
  }

  const thumbnail: Thumbnailer = (picture, width) =>
    new Promise((resolve, reject) => {
      if (!existsSync(script)) return reject(new Error('undecodable'));
      if (waiting.length >= MOST_WAITING) return reject(new Error('busy'));
      waiting.push({ picture, width, resolve, reject });
      next();
    });

  return {
    thumbnail,
    /** Process id of the decoder, while there is one. */
    pid: () => child?.pid,
    close() {
      closed = true;
      clearTimeout(timer);
      child?.kill('SIGKILL');
    },
  };
}
