/** What of an error reaches the log. */
export type LoggedError = {
  type: string;
  code?: string | number;
  reason?: string;
  syscall?: string;
  message: string;
  /** Frames of our own code. */
  stack?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
};

type ErrorLike = Record<string, unknown> & { message: string };

/** Causes of causes that are logged, and errors of one `AggregateError`. */
const DEPTH = 4;
const WIDTH = 4;
/** Characters of a message that are read, and that are logged. */
const READ_CHARACTERS = 4000;
const LOGGED_CHARACTERS = 1000;
const STACK_CHARACTERS = 8000;

const HIDDEN = '[address]';
const ADDRESS_FIELDS = ['address', 'host', 'hostname', 'servername'];

/** A word that tells where a node, Redis or Postgres is: a URL, `host:port`, an IP address, a name of three parts. */
function isAddress(word: string): boolean {
  if (word.includes('://')) return !word.startsWith('file://');
  return (
    /[\w\]]:\d/.test(word) ||
    word.split(':').length > 2 ||
    word.split('.').filter((part) => part !== '').length > 2
  );
}

/**
 * An error as the log may tell it: its name, code, message and our own frames, its causes likewise. Where an upstream,
 * Redis or Postgres is stays out: the fields that drivers put it in are left out, and messages name it `[address]`.
 * @param thrown anything
 */
export function loggedError(thrown: unknown): LoggedError {
  const names = new Set<string>();
  collectAddresses(thrown, names, DEPTH);
  return describe(thrown, names, DEPTH);
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

/** The hosts that an error and its causes name in fields of their own: a message may name them without a port. */
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
  return { cause, errors: Array.isArray(errors) ? errors.slice(0, WIDTH) : [] };
}

function withoutAddresses(text: string, names: ReadonlySet<string>): string {
  let told = text.slice(0, READ_CHARACTERS);
  const altnames = told.indexOf('altnames: ');
  if (altnames >= 0) told = `${told.slice(0, altnames)}altnames: ${HIDDEN}`;
  told = told
    .replace(/\S+/g, (word) => (isAddress(word) ? HIDDEN : word))
    .replace(/(ENOTFOUND|EAI_AGAIN) \S+/g, `$1 ${HIDDEN}`);
  for (const name of names) told = told.replaceAll(name, HIDDEN);
  return told.slice(0, LOGGED_CHARACTERS);
}

/** Frames of the stack that lie in our code; the message above them is left out, it is told by itself. */
function ownFrames({ stack, message }: ErrorLike): { stack?: string } {
  if (typeof stack !== 'string') return {};
  const at = stack.indexOf(message);
  const frames = (at < 0 ? stack : stack.slice(at + message.length))
    .slice(0, STACK_CHARACTERS)
    .split('\n')
    .filter((line) => line.startsWith('    at ') && line.includes('/') && /:\d+\)?$/.test(line))
    .filter((line) => !line.replace('file://', '').includes('://'))
    .filter((line) => !line.includes('/node_modules/'))
    .map((line) => line.trim());
  return frames.length === 0 ? {} : { stack: frames.join('\n') };
}

const isErrorLike = (thrown: unknown): thrown is ErrorLike =>
  typeof thrown === 'object' && thrown !== null && typeof (thrown as ErrorLike).message === 'string';
