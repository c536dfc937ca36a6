import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Creates an empty file that only its owner can read, unless the file already exists. */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {} // The file already exists, or opening it will report the error.
}

/** Removes the permissions of group and others from a file, if it exists. */
export function makePrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch {} // The file does not exist, or belongs to another user.
}
