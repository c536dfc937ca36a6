import { type Env, readEnv, VARIABLE_NAMES } from './env';
import { ESPLORA_NAMES } from './env/values';

const SLOT = Symbol.for('satchel');
const global = globalThis as { [SLOT]?: object };
global[SLOT] ??= {};

/**
 * Returns the state of this process. Stored in `globalThis`, because Next loads separate copies of every module for
 * pages and for routes, and all copies must use one service.
 */
export const processSlot = <State extends object>() => global[SLOT] as Partial<State>;

const slot = processSlot<{ env: Env }>();

/**
 * Returns the configuration of this process, which is read only once.
 * @throws ConfigurationError listing all invalid variables
 */
export function processEnv(): Env {
  slot.env ??= readEnv(process.env);
  return slot.env;
}

/** Variables by name, like `process.env`. */
type Source = Record<string, string | undefined>;

/** Prefixes of variables that no other program uses. */
const OWN_PREFIX = /^(?:SATCHEL|SOLANA|EVM|BITCOIN_ESPLORA)_/;
/** Variables that start a process or a test, and Kubernetes' variables for a service named `satchel`. */
const OTHERS = /^SATCHEL_(?:ROOT|TRUST|BROWSER|URL|SERVICE_.*|PORT(?:_\d.*)?)$/;
/** Variables of an outbound proxy, which Satchel does not use. */
const PROXY_NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'];
/** Names shorter than this are not compared, because names such as PATH and PORT are too similar. */
const LEAST_LENGTH = 6;
/** Names from this length on may differ in two letters, shorter ones in one. */
const LONG_NAME = 12;

/**
 * Returns the warnings to print at startup about variables that have no effect: one for each variable that is probably a
 * misspelled setting, and one if an outbound proxy is configured. Values are not repeated, because they may be secrets.
 */
export function processWarnings(source: Source = process.env): string[] {
  const known = [...VARIABLE_NAMES, ...ESPLORA_NAMES];
  const names = Object.keys(source).filter((name) => source[name]?.trim());
  const proxies = names.filter((name) => PROXY_NAMES.includes(name.toUpperCase()));
  return [
    ...names.flatMap((name) => misspelled(name, known)),
    ...(proxies.length > 0
      ? [`Warning: ${proxies.join(', ')} has no effect: outbound proxies are not supported.`]
      : []),
  ];
}

function misspelled(name: string, known: readonly string[]): string[] {
  const plain = name.replace(/_FILE$/, '');
  const chain = /_\d+$/.exec(plain)?.[0] ?? '';
  const general = chain === '' ? plain : `${plain.slice(0, -chain.length)}_<chainId>`;
  if (known.includes(plain) || known.includes(general) || OTHERS.test(name)) return [];
  const compared = general.replace(/^SATCHEL_/, '');
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: editDistance(compared, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  if (nearest === undefined) return [];
  const isNear =
    compared.length >= LEAST_LENGTH && nearest.distance <= (compared.length >= LONG_NAME ? 2 : 1);
  if (!isNear && !OWN_PREFIX.test(name)) return [];
  const suggestion = nearest.candidate.replace('_<chainId>', chain || '_<chainId>');
  return [`Warning: ${name} is not a setting; did you mean ${suggestion}${name.slice(plain.length)}?`];
}

/** Counts the letters to insert, delete, replace or swap with the next one (optimal string alignment distance). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(replaced, at(i - 1, j) + 1, at(i, j - 1) + 1, isSwap ? at(i - 2, j - 2) + 1 : replaced),
      );
    }
  }
  return at(a.length, b.length);
}
