// A lock for steps that write to the project folder, so that two commands started at once do not install packages or
// build at the same time.
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const WAIT_MS = 200;

/**
 * Takes the lock and returns a function that releases it. Waits while another living process holds it; takes over the
 * lock of a process that has ended. Blocks the event loop while it waits.
 * @param path the lock: a file with the holder's process id
 */
export function takeLock(path) {
  for (let isWaiting = false; ; ) {
    try {
      createFile(path, String(process.pid));
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

/** Creates a file with its content at once. Throws EEXIST if it exists. */
function createFile(path, content) {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, content);
  try {
    linkSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Returns the process id in a lock; undefined if the lock has been released. */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
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
