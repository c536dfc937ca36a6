import 'server-only';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Semaphore } from '@/lib/promises/semaphore';
import { programPath, projectRoot } from '@/lib/server/internal-env';
import type { Thumbnailer } from '@/lib/sources/images/thumbnails';

/**
 * Creates thumbnails in a separate process, so that an image that takes too much time or memory ends only that process
 * and does not block the server. Decodes one image at a time, round-robin by viewer. Starts the process on demand.
 * @param script the bundled `image.worker.js`
 * @param decodeMs timeout per image, including the start of the process
 */
export function imageProcess(script = join(projectRoot(), 'dist', 'image.worker.js'), decodeMs = 5_000) {
  const turns = new Semaphore(1);
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  const thumbnail: Thumbnailer = async (image, width, viewer) => {
    if (!existsSync(script)) throw new Error('undecodable');
    const release = await turns.acquire(viewer.signal, viewer.name);
    try {
      if (closed) throw new Error('closed');
      clearTimeout(idle);
      child ??= start();
      return await decode(child, image, width);
    } finally {
      // Stop an idle decoder after a minute, to free its memory.
      idle = setTimeout(stop, 60_000).unref();
      release();
    }
  };

  const start = () => {
    const started = startDecoder(script);
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  };

  const stop = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };

  function decode(decoder: ChildProcess, image: Uint8Array, width: number): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const settle = ({ thumbnail, error = 'undecodable' }: { thumbnail?: Uint8Array; error?: string }) => {
        clearTimeout(timer);
        decoder.off('message', settle).off('exit', onExit);
        if (thumbnail) resolve(thumbnail);
        else reject(new Error(error));
      };
      const onExit = () => {
        stop();
        settle({});
      };
      const timer = setTimeout(() => {
        stop();
        settle({ error: 'timeout' });
      }, decodeMs);
      decoder.once('message', settle).once('exit', onExit);
      decoder.send({ image, width });
    });
  }

  return {
    thumbnail,
    /** Returns the process id of the decoder, if it is running. */
    pid: () => child?.pid,
    close() {
      closed = true;
      stop();
    },
  };
}

/**
 * Runs a program with hard limits on its memory, in KiB: 512 MiB of data (`-d`; decoding takes up to 400 MB) and 4 GiB of
 * address space (`-v`; Node reserves over 1 GB that it does not use). A decoder that exceeds them fails or exits. macOS
 * does not enforce them: there, only the checks of an image's header and the timeout bound the decoder.
 */
const LIMITED = 'ulimit -d 524288; ulimit -v 4194304; exec "$0" "$@"';

function startDecoder(script: string): ChildProcess {
  // Use `spawn` instead of `fork`: Next's bundler would resolve the path given to `fork` as a module.
  // Without a compiler, V8 does not reserve 512 MB for machine code, which Node 24 counts as data.
  const command = [process.execPath, '--jitless', '--max-old-space-size=192', script];
  const started = spawn('/bin/sh', ['-c', LIMITED, ...command], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Do not pass on the environment: a decoder of untrusted images must not have its secrets.
    env: { NODE_ENV: 'production', PATH: programPath() },
  });
  // Without a listener, the error would end this process. Waiting calls fail when the decoder exits.
  started.on('error', () => started.kill('SIGKILL'));
  started.unref();
  return started;
}
