import { JsonTokens } from './tokens';

/**
 * In texts longer than this only account lists come, whose exact figures are inside base64. Read exactly, 10,000
 * accounts (4.5 MB) would take 78 ms in place of 11.
 */
const MAX_EXACT_CHARACTERS = 16_384;

/**
 * JSON as `JSON.parse` reads it, but in texts of up to 16 kB (balances) as `parseExactJson` does.
 * @throws SyntaxError
 */
export function parseUpstreamJson(text: string): unknown {
  const rounded: unknown = JSON.parse(text);
  return text.length <= MAX_EXACT_CHARACTERS && LARGE_BUT_RENT_EPOCH.test(text) ? readExactly(text) : rounded;
}

/** What a number must have somewhere in it to be beyond 2^53 or beyond a double: many digits, or a large exponent. */
const LARGE_NUMBER = /\d{16}|\d[eE]\+?\d{3}/;
/**
 * The same, but for the `rentEpoch` of a Solana account: it is 2^64-1 in all of them and nobody reads it, and reading a
 * small answer exactly for its sake takes three times as long.
 */
const LARGE_BUT_RENT_EPOCH = /(?<!"rentEpoch":|\d)\d{16}|\d[eE]\+?\d{3}/;

/**
 * JSON with every integer exact: those beyond 2^53 become bigint.
 * @throws SyntaxError also for a number that no double holds (from 1.8e308): a bigint of a million digits takes
 *   seconds, and JSON has no Infinity
 */
export function parseExactJson(text: string): unknown {
  const rounded: unknown = JSON.parse(text);
  return hasLargeNumber(text) ? readExactly(text) : rounded;
}

/** Whether a text may have a number that `JSON.parse` rounds. */
export const hasLargeNumber = (text: string): boolean => LARGE_NUMBER.test(text);

function readExactly(text: string): unknown {
  const reader = new ExactReader(text);
  reader.readOn(Number.POSITIVE_INFINITY);
  return reader.value;
}

/** Reads JSON that `JSON.parse` took, whose grammar is not checked again, with every integer exact. */
export class ExactReader {
  /** The whole, when all has been read. */
  value: unknown;
  private readonly tokens: JsonTokens;
  private readonly open: Container[] = [];
  /** The key that waits for its value. */
  private key: string | undefined;

  constructor(text: string) {
    this.tokens = new JsonTokens(text);
  }

  /**
   * Reads so many tokens more.
   * @returns whether that was all
   * @throws SyntaxError for a number that no double holds
   */
  readOn(count: number): boolean {
    const { tokens } = this;
    for (let left = count; left > 0; left--) {
      const first = tokens.next();
      if (first === undefined) return true;
      if (first === '{' || first === '[') {
        const container: Container = first === '{' ? {} : [];
        this.add(container);
        this.open.push(container);
      } else if (first === '}' || first === ']') this.open.pop();
      else if (first !== ',' && first !== ':') this.add(scalarOf(tokens.token));
    }
    return false;
  }

  private add(value: unknown): void {
    const container = this.open.at(-1);
    if (container === undefined) this.value = value;
    else if (Array.isArray(container)) container.push(value);
    else if (this.key === undefined) this.key = value as string;
    else {
      setMember(container, this.key, value);
      this.key = undefined;
    }
  }
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
