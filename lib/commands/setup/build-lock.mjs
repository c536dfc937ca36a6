// A lock for steps that write to the project folder, so that two commands started at once do not install packages or
// build at the same time.
import { readlinkSync, rmSync, symlinkSync } from 'node:fs';

const WAIT_MS = 200;

/**
 * Takes the lock and returns a function that releases it. Waits while another living process holds it; takes over the
 * lock of a process that has ended. Blocks the event loop while it waits.
 * @param path the lock: a symbolic link to the holder's process id, because a link is created with its content at once
 */
export function takeLock(path) {
  for (let isWaiting = false; ; ) {
    try {
      symlinkSync(String(process.pid), path);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = holderOf(path);
    if (holder === undefined) continue;
    if (!isAlive(holder)) {
      rmSync(path, { force: true });
      continue;
    }
    if (!isWaiting) console.error(`satchel: waiting for the build of process ${holder}`);
    isWaiting = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  }
}

/** Returns the process id in a lock; undefined if the lock has been released. */
function holderOf(path) {
  try {
    return Number(readlinkSync(path));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
