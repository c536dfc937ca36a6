import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates an empty file that only its owner can read, unless the file already exists. */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {} // The file already exists, or opening it will report the error.
}

/** Creates a folder that only its owner can read, and its missing parents. */
export function createPrivateFolder(path: string): void {
  // With a trailing slash, a file does not exist.
  const exists = () => existsSync(`${path}/`);
  if (exists()) return;
  createPrivateFolder(dirname(path));
  // Not `recursive`, with which Node never returns if the path is in /proc.
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (!exists()) throw error;
  }
}

/** Removes the permissions of group and others from a file, if it exists. */
export function makePrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch {} // The file does not exist, or belongs to another user.
}
