import { JsonTokens } from './tokens';

/** Matches texts that may have a number beyond 2^53 or beyond a double: 16 digits, or an exponent of three. */
const LARGE_NUMBER = /(?<![\w".])\d(?:\d{15}|[\d.]*[eE]\+?\d{3})/;

/**
 * JSON with every integer exact: those beyond 2^53 become bigint.
 * @throws SyntaxError also for a number that no double holds (from 1.8e308): a bigint of a million digits takes
 *   seconds, and JSON has no Infinity
 */
export function parseExactJson(text: string): unknown {
  const rounded: unknown = JSON.parse(text);
  return LARGE_NUMBER.test(text) ? readExactly(text) : rounded;
}

/** Reads JSON that `JSON.parse` accepted, so its grammar is not checked again. */
function readExactly(text: string): unknown {
  const tokens = new JsonTokens(text);
  const open: Container[] = [];
  let root: unknown;
  /** The key that waits for its value. */
  let key: string | undefined;
  const add = (value: unknown) => {
    const container = open.at(-1);
    if (container === undefined) root = value;
    else if (Array.isArray(container)) container.push(value);
    else if (key === undefined) key = value as string;
    else {
      setMember(container, key, value);
      key = undefined;
    }
  };
  for (let first = tokens.next(); first !== undefined; first = tokens.next()) {
    if (first === '{' || first === '[') {
      const container: Container = first === '{' ? {} : [];
      add(container);
      open.push(container);
    } else if (first === '}' || first === ']') open.pop();
    else if (first !== ',' && first !== ':') add(scalarOf(tokens.token));
  }
  return root;
}

type Container = unknown[] | Record<string, unknown>;

/** As `JSON.parse` does it: `__proto__` is a member like any other. */
function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

function scalarOf(token: string): unknown {
  // Without `JSON.parse` for what is told at a glance: a document may have half a million of them.
  // A string is copied by it, where a slice would keep the whole text.
  if (token.startsWith('"')) return JSON.parse(token);
  if (token === 'null') return null;
  if (token === 'true' || token === 'false') return token === 'true';
  const value = Number(token);
  if (Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) throw new SyntaxError('A number is out of range');
  return /^-?\d+$/.test(token) ? BigInt(token) : value;
}
