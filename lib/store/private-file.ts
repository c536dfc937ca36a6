import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Makes an empty file that only its owner can read, unless there is one of that name. */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {} // It is there, or cannot be made: whoever opens it next says so.
}

/** Takes a file, if it is there, from everybody but its owner. */
export function makePrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch {} // There is none, or it belongs to another user, whose business its mode is.
}
