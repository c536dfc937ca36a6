import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { UnusableSettingError } from '@/lib/errors';
import { Coalescer } from '@/lib/promises/coalesce';
import { once } from '@/lib/promises/once';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import { EMPTY_TOKEN_LIST, type TokenList, type TokenListState, tokenList } from '@/lib/solana/token-list';
import { FetchedList } from './fetched-list';
import { type DatedLists, parseTokenList } from './parse-token-list';
import { TOKEN_LIST_DATE } from './token-list-date.generated';

const unpack = promisify(brotliDecompress);

/** Loads the built-in list for mainnet, which is decompressed on first use. */
async function builtInList(): Promise<TokenList> {
  const { LOGOS, TOKEN_LIST_BROTLI_BASE64 } = await import('./token-list.generated');
  const text = (await unpack(Buffer.from(TOKEN_LIST_BROTLI_BASE64, 'base64'))).toString('utf8');
  return tokenList(
    text.split('\n').map((line) => {
      const [mint = '', symbol = '', name = '', shortImage = '', known = '', decimals = ''] =
        line.split('\t');
      const image = shortImage.startsWith('~') ? LOGOS + shortImage.slice(1).replace('@', mint) : shortImage;
      const token = { name, symbol, image, wellKnown: known === '*', decimals: Number(decimals) };
      return [mint, token] as const;
    }),
  );
}

/** Time between two requests of a list from a URL, in ms. */
const KEEP_MS = 6 * 3_600_000;
/** Time between retries after a failure, in ms. */
const RETRY_MS = 60_000;

/** Returns the token list of a chain; `state` returns which list is in use. */
export type TokenLists = ((chainId: number) => Promise<TokenList>) & { state: () => TokenListState };

export type TokenListOptions = {
  /** Called with the error when a list cannot be read or its copy cannot be written. */
  onFailure?: (error: unknown) => void;
  /** Path for a copy of the URL's last valid response; undefined for no copy. */
  copyFile?: string;
  /** A monotonic clock, in ms. */
  now?: () => number;
};

/** Whether `TOKEN_LIST` names a URL; otherwise it is the path of a file. */
export const isTokenListUrl = (from: string): boolean => /^https?:\/\//i.test(from);

/**
 * Creates the token lists from the built-in list or from the one that `TOKEN_LIST` names: a file or an http(s) URL, in
 * the Token Lists format or Jupiter's. If that list cannot be read, it is retried; meanwhile the last valid list or the
 * built-in one is used.
 */
export function tokenLists(from: string | undefined, options: TokenListOptions = {}): TokenLists {
  const { onFailure = () => undefined, copyFile, now = () => performance.now() } = options;
  const builtIn = once(builtInList);
  const fallback = async (chainId: number) => (chainId === MAINNET_CHAIN_ID ? builtIn() : EMPTY_TOKEN_LIST);
  const builtInState: TokenListState = { source: 'built-in', date: TOKEN_LIST_DATE };
  if (from === undefined) return Object.assign(fallback, { state: () => builtInState });

  const fetched = isTokenListUrl(from) ? new FetchedList(from, copyFile) : undefined;
  let loaded: DatedLists | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;
  let isFirst = true;
  const refresh = async () => {
    const startedAt = now();
    try {
      if (fetched === undefined) loaded = await readListFile(from);
      else {
        const news = await fetched.fetch();
        loaded = news?.lists ?? loaded;
        await news?.keep().catch(onFailure);
      }
      nextAt = fetched === undefined ? Number.POSITIVE_INFINITY : startedAt + KEEP_MS;
    } catch (error) {
      nextAt = now() + RETRY_MS;
      onFailure(error);
    }
  };
  const work = new Coalescer<void>();
  const start = async () => {
    loaded = await fetched?.readCopy();
    // If there is no copy, the first caller waits for the list.
    if (loaded === undefined) await refresh();
    isFirst = false;
  };
  const lists = async (chainId: number) => {
    if (isFirst) await work.run('start', start);
    if (now() >= nextAt) void work.run('refresh', refresh);
    return loaded === undefined ? fallback(chainId) : (loaded.byChain.get(chainId) ?? EMPTY_TOKEN_LIST);
  };
  const source = fetched === undefined ? 'file' : 'url';
  const state = (): TokenListState => (loaded === undefined ? builtInState : { source, date: loaded.date });
  return Object.assign(lists, { state });
}

/**
 * Checks the file that `TOKEN_LIST` names, if it names one.
 * @throws UnusableSettingError if the file cannot be read or is not a token list
 */
export async function checkListFile(from: string | undefined): Promise<void> {
  if (from === undefined || isTokenListUrl(from)) return;
  try {
    await readListFile(from);
  } catch (cause) {
    // The text of a syntax error would contain parts of the file.
    const problem = cause instanceof SyntaxError ? 'not JSON' : (cause as Error).message;
    throw new UnusableSettingError('TOKEN_LIST', `${from} cannot be used: ${problem}`, cause);
  }
}

/** Reads a file in either format. */
export const readListFile = async (path: string): Promise<DatedLists> =>
  parseTokenList(await readFile(path, 'utf8'), (await stat(path)).mtime);
