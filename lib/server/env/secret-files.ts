import { closeSync, openSync, readSync } from 'node:fs';
import { fromRoot } from '@/lib/server/internal-env';

const SUFFIX = '_FILE';
/** Maximum size of a file, in bytes; much larger than the longest setting, a list of endpoints. */
const MAX_BYTES = 64 * 1024;

/** Variables by name, like `process.env`. */
type Source = Record<string, string | undefined>;

/**
 * Reads the values of variables that are given as files: `NAME_FILE` is the path of a file with the value of `NAME`.
 * Container platforms mount secrets as files.
 * @param isVariable whether a name is a variable of the configuration
 * @returns the variables, with each `NAME_FILE` replaced by `NAME`, and one line per problem. Keeps unknown names that
 * end with `_FILE`, so that the caller can report misspelled ones.
 */
export function readSecretFiles(
  source: Source,
  isVariable: (name: string) => boolean,
): { source: Source; problems: string[] } {
  const values = { ...source };
  const problems: string[] = [];
  for (const [fileName, path = ''] of Object.entries(source)) {
    const name = fileName.slice(0, -SUFFIX.length);
    if (!fileName.endsWith(SUFFIX) || !isVariable(name)) continue;
    delete values[fileName];
    if (path.trim() === '') continue;
    if (source[name]?.trim()) {
      problems.push(`${fileName}: ${name} is also set; set only one of them`);
      continue;
    }
    try {
      values[name] = readSmallFile(fromRoot(path.trim()));
    } catch (error) {
      problems.push(`${fileName}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { source: values, problems };
}

function readSmallFile(path: string): string {
  const buffer = Buffer.alloc(MAX_BYTES + 1);
  const file = openSync(path, 'r');
  try {
    const length = readSync(file, buffer);
    if (length > MAX_BYTES) throw new Error(`the file is larger than ${MAX_BYTES} bytes`);
    const text = buffer.toString('utf8', 0, length).trim();
    if (text === '') throw new Error('the file is empty');
    return text;
  } finally {
    closeSync(file);
  }
}
