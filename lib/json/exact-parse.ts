import { JsonTokens } from './tokens';

/**
 * Matches text that may contain a number beyond 2^53 or beyond the range of a double: 16 digits, or a three-digit
 * exponent.
 */
const LARGE_NUMBER = /(?<![\w".])\d(?:\d{15}|[\d.]*[eE]\+?\d{3})/;

/**
 * Parses JSON with exact integers: those beyond 2^53 become bigints.
 * @throws SyntaxError for invalid JSON and for numbers beyond the range of a double (from 1.8e308), because parsing a
 * bigint with a million digits takes seconds
 */
export function parseExactJson(text: string): unknown {
  const rounded: unknown = JSON.parse(text);
  return LARGE_NUMBER.test(text) ? readExactly(text) : rounded;
}

/** Parses valid JSON with exact integers. Does not check the grammar. */
function readExactly(text: string): unknown {
  const tokens = new JsonTokens(text);
  const open: Container[] = [];
  let root: unknown;
  /** The key of the next value. */
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

/** Sets a member, treating `__proto__` like any other, as `JSON.parse` does. */
function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

function scalarOf(token: string): unknown {
  // Only strings use `JSON.parse`, which is too slow for many numbers. It makes a copy; a slice would retain the text.
  if (token.startsWith('"')) return JSON.parse(token);
  if (token === 'null') return null;
  if (token === 'true' || token === 'false') return token === 'true';
  const value = Number(token);
  if (Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) throw new SyntaxError('A number in the JSON text is out of range');
  return /^-?\d+$/.test(token) ? BigInt(token) : value;
}
