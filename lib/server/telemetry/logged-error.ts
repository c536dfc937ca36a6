import { trimEndWhile } from '@/lib/trim-end';

export type LoggedError = {
  type: string;
  code?: string | number;
  reason?: string;
  syscall?: string;
  message: string;
  /** Stack frames in the project's own code. */
  stack?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
};

type ErrorLike = Record<string, unknown> & { message: string };

/** Maximum depth of logged causes, and maximum number of logged errors of an `AggregateError`. */
const MAX_INNER = 4;
/** Maximum length of a message and of a stack, in characters. */
const MAX_CHARACTERS = 2_000;

const HIDDEN = '[address]';
const ADDRESS_FIELDS = ['address', 'host', 'hostname', 'servername'];

/** Checks whether a word may be an address of an upstream: a URL, `host:port`, an IP address or `a.b.c`. */
function isAddress(word: string): boolean {
  if (word.includes('://')) return !word.startsWith('file://');
  return (
    /[\w\]]:\d/.test(word) ||
    word.split(':').length > 2 ||
    word.split('.').filter((part) => part !== '').length > 2
  );
}

/**
 * Converts an error for the log: name, code, message, stack frames in the project's own code, and causes. Removes the
 * addresses of upstreams, Redis and Postgres: omits fields with addresses and replaces addresses in messages with
 * `[address]`.
 * @param thrown any thrown value
 */
export function loggedError(thrown: unknown): LoggedError {
  const names = new Set<string>();
  collectAddresses(thrown, names, MAX_INNER);
  return describe(thrown, names, MAX_INNER);
}

function describe(thrown: unknown, names: ReadonlySet<string>, depth: number): LoggedError {
  if (!isErrorLike(thrown)) return { type: typeof thrown, message: withoutAddresses(String(thrown), names) };
  const { name, code, reason, syscall, message } = thrown;
  const inner = innerErrors(thrown, depth);
  return {
    type: typeof name === 'string' ? name : 'Error',
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof reason === 'string' ? { reason: withoutAddresses(reason, names) } : {}),
    ...(typeof syscall === 'string' ? { syscall } : {}),
    message: withoutAddresses(message, names),
    ...ownFrames(thrown),
    ...(inner.cause === undefined ? {} : { cause: describe(inner.cause, names, depth - 1) }),
    ...(inner.errors.length === 0
      ? {}
      : { errors: inner.errors.map((one) => describe(one, names, depth - 1)) }),
  };
}

/** Collects the hosts in the fields of an error and its causes: messages may contain them without a port. */
function collectAddresses(thrown: unknown, into: Set<string>, depth: number): void {
  if (!isErrorLike(thrown)) return;
  for (const field of ADDRESS_FIELDS)
    for (const value of [thrown[field]].flat())
      if (typeof value === 'string' && value !== '') into.add(value);
  const { cause, errors } = innerErrors(thrown, depth);
  for (const one of [cause, ...errors]) collectAddresses(one, into, depth - 1);
}

function innerErrors({ cause, errors }: ErrorLike, depth: number): { cause: unknown; errors: unknown[] } {
  if (depth === 0) return { cause: undefined, errors: [] };
  return { cause, errors: Array.isArray(errors) ? errors.slice(0, MAX_INNER) : [] };
}

function withoutAddresses(text: string, names: ReadonlySet<string>): string {
  let shown = cutAfterWord(text);
  const altnames = shown.indexOf('altnames: ');
  if (altnames >= 0) shown = `${shown.slice(0, altnames)}altnames: ${HIDDEN}`;
  shown = shown
    .replace(/\S+/g, (word) => (isAddress(word) ? HIDDEN : word))
    .replace(/(ENOTFOUND|EAI_AGAIN) \S+/g, `$1 ${HIDDEN}`);
  for (const name of names) shown = shown.replaceAll(name, HIDDEN);
  return shown.slice(0, MAX_CHARACTERS);
}

/** Truncates long text between words: a truncated address would not be recognized as one. */
const cutAfterWord = (text: string) =>
  text.length <= MAX_CHARACTERS
    ? text
    : `${trimEndWhile(text.slice(0, MAX_CHARACTERS), (character) => /\S/.test(character))}…`;

/** Returns the stack frames in the project's own code, without the message. */
function ownFrames({ stack, message }: ErrorLike): { stack?: string } {
  if (typeof stack !== 'string') return {};
  const at = stack.indexOf(message);
  const frames = (at < 0 ? stack : stack.slice(at + message.length))
    .split('\n')
    .filter((line) => line.startsWith('    at ') && line.includes('/') && /:\d+\)?$/.test(line))
    .filter((line) => !line.replace('file://', '').includes('://'))
    .filter((line) => !line.includes('/node_modules/'))
    .map((line) => line.trim());
  return frames.length === 0 ? {} : { stack: frames.join('\n').slice(0, MAX_CHARACTERS) };
}

const isErrorLike = (thrown: unknown): thrown is ErrorLike =>
  typeof thrown === 'object' && thrown !== null && typeof (thrown as ErrorLike).message === 'string';
