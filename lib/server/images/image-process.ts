import 'server-only';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { programPath, projectRoot } from '@/lib/server/internal-env';
import type { Thumbnailer, Viewer } from '@/lib/sources/images/thumbnails';

type Job = {
  image: Uint8Array;
  width: number;
  viewer: Viewer;
  resolve: (thumbnail: Uint8Array) => void;
  reject: (error: Error) => void;
};

/**
 * Makes thumbnails in a separate process: an image that takes too long or too much memory ends only that process, and
 * the server's thread never waits.
 * @param script the bundled `image.worker.js`
 * @param decodeMs longest that one image may take, the start of the process included
 */
export function imageProcess(script = join(projectRoot(), 'dist', 'image.worker.js'), decodeMs = 5_000) {
  const decoder = new Decoder(script, decodeMs);
  const thumbnail: Thumbnailer = (image, width, viewer) => decoder.decode(image, width, viewer);
  return {
    thumbnail,
    /** Process id of the decoder, while there is one. */
    pid: () => decoder.pid,
    close: () => decoder.close(),
  };
}

/** Decodes one image after another in a child process that is started when there is work. */
class Decoder {
  private child: ChildProcess | undefined;
  private running: Job | undefined;
  /** Ends the running job's time, or an idle process. */
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  /** Waiting jobs by viewer; the first viewer is served next. */
  private readonly waiting = new Map<string, Job[]>();

  constructor(
    private readonly script: string,
    private readonly decodeMs: number,
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  decode(image: Uint8Array, width: number, viewer: Viewer): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (!existsSync(this.script)) return reject(new Error('undecodable'));
      if (viewer.signal.aborted) return reject(viewer.signal.reason);
      const leave = () => this.drop(job);
      const job: Job = {
        image,
        width,
        viewer,
        resolve,
        reject: (error) => {
          viewer.signal.removeEventListener('abort', leave);
          reject(error);
        },
      };
      viewer.signal.addEventListener('abort', leave, { once: true });
      const jobs = this.waiting.get(viewer.name) ?? [];
      jobs.push(job);
      this.waiting.set(viewer.name, jobs);
      this.next();
    });
  }

  /** The next job, of each viewer in turn. */
  private take(): Job | undefined {
    for (const [name, jobs] of this.waiting) {
      const job = jobs.shift();
      this.waiting.delete(name);
      if (jobs.length > 0) this.waiting.set(name, jobs);
      if (job !== undefined) return job;
    }
    return undefined;
  }

  /** Drops a waiting job whose viewer has left; a running one is finished. */
  private drop(job: Job): void {
    const jobs = this.waiting.get(job.viewer.name);
    const at = jobs?.indexOf(job) ?? -1;
    if (at < 0) return;
    jobs?.splice(at, 1);
    if (jobs?.length === 0) this.waiting.delete(job.viewer.name);
    job.reject(new Error('abandoned'));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.child?.kill('SIGKILL');
  }

  private next(): void {
    if (this.running || this.closed) return;
    this.running = this.take();
    if (!this.running) {
      // An idle decoder is ended after a minute, which frees its memory.
      this.timer = setTimeout(() => this.child?.kill(), 60_000).unref();
      return;
    }
    clearTimeout(this.timer);
    this.child ??= this.start();
    this.child.send({ image: this.running.image, width: this.running.width });
    this.timer = setTimeout(() => this.giveUp(), this.decodeMs);
  }

  private giveUp(): void {
    const slow = this.child;
    this.child = undefined;
    slow?.kill('SIGKILL');
    this.finish((job) => job.reject(new Error('timeout')));
  }

  private finish(settle: (job: Job) => void): void {
    clearTimeout(this.timer);
    const job = this.running;
    this.running = undefined;
    if (job) settle(job);
    this.next();
  }

  private start(): ChildProcess {
    // Not `fork`: Next's bundler takes its path for a module and fails to find it.
    const started = spawn(process.execPath, ['--max-old-space-size=192', this.script], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // The decoder of untrusted images gets nothing of the service's environment: no key, no database.
      env: { NODE_ENV: 'production', PATH: programPath() },
    });
    started.on('message', (message: { thumbnail?: Uint8Array; error?: string }) => {
      this.finish((job) =>
        message.thumbnail
          ? job.resolve(message.thumbnail)
          : job.reject(new Error(message.error ?? 'undecodable')),
      );
    });
    started.on('exit', () => {
      if (this.child !== started) return;
      this.child = undefined;
      this.finish((job) => job.reject(new Error('undecodable')));
    });
    started.on('error', () => started.kill('SIGKILL'));
    started.unref();
    return started;
  }
}
