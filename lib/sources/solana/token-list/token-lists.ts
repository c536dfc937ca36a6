import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { request } from 'undici';
import { Coalescer } from '@/lib/promises/coalesce';
import { isAddress } from '@/lib/solana/address/address';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import { EMPTY_TOKEN_LIST, type ListedToken, type TokenList, tokenList } from '@/lib/solana/token-list';

const unpack = promisify(brotliDecompress);

/** The built-in list, of mainnet: unpacked on first use. */
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

const MAX_LIST_BYTES = 32 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 15_000;
/** How long a list from a URL is used before it is asked for again, and how soon after a failure. */
const KEEP_MS = 6 * 3_600_000;
const RETRY_MS = 60_000;

/** Token lists by chain. */
export type TokenLists = (chainId: number) => Promise<TokenList>;

/**
 * The built-in list, or the one that `TOKEN_LIST` names: a file or an http(s) URL in the Token Lists format. A list
 * that cannot be read now is tried again; meanwhile the last one, or the built-in one, answers.
 * @param onFailure hears why a list could not be read
 */
export function tokenLists(
  from: string | undefined,
  onFailure: (error: unknown) => void = () => undefined,
): TokenLists {
  let builtIn: Promise<TokenList> | undefined;
  const fallback = async (chainId: number) => {
    if (chainId !== MAINNET_CHAIN_ID) return EMPTY_TOKEN_LIST;
    builtIn ??= builtInList();
    return builtIn;
  };
  if (from === undefined) return fallback;
  const isUrl = /^https?:\/\//i.test(from);
  let loaded: ReadonlyMap<number, TokenList> | undefined;
  let nextAt = 0;
  const reads = new Coalescer<void>();
  const refresh = async () => {
    try {
      loaded = await readList(from, isUrl);
      nextAt = isUrl ? Date.now() + KEEP_MS : Number.POSITIVE_INFINITY;
    } catch (error) {
      nextAt = Date.now() + RETRY_MS;
      onFailure(error);
    }
  };
  return async (chainId) => {
    if (Date.now() >= nextAt) {
      const refreshed = reads.run(from, refresh);
      // A first list is waited for; a newer one is not.
      if (loaded === undefined) await refreshed;
    }
    return loaded === undefined ? fallback(chainId) : (loaded.get(chainId) ?? EMPTY_TOKEN_LIST);
  };
}

async function readList(from: string, isUrl: boolean): Promise<ReadonlyMap<number, TokenList>> {
  return parseTokenList(isUrl ? await download(from) : await readFile(from, 'utf8'));
}

async function download(url: string): Promise<string> {
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (statusCode !== 200) throw new Error(`Token list: HTTP ${statusCode}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_LIST_BYTES) throw new Error('Token list: too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * A list in the Token Lists format, by chain: entries without a usable address are left out.
 * @throws Error when the text is no such list
 */
function parseTokenList(text: string): ReadonlyMap<number, TokenList> {
  const { tokens } = JSON.parse(text) as { tokens?: unknown };
  if (!Array.isArray(tokens)) throw new Error('Token list: expected an object with a list "tokens"');
  const entries = new Map<number, [string, ListedToken][]>();
  for (const token of tokens as Record<string, unknown>[]) {
    const { chainId, address, name, symbol, logoURI, decimals } = token ?? {};
    if (typeof chainId !== 'number' || typeof address !== 'string' || !isAddress(address)) continue;
    const image = typeof logoURI === 'string' && /^https:\/\//i.test(logoURI) ? logoURI : '';
    const list = entries.get(chainId) ?? [];
    // Who replaces the list has chosen what is in it: every symbol of it counts.
    list.push([
      address,
      {
        name: String(name ?? ''),
        symbol: String(symbol ?? ''),
        image,
        wellKnown: true,
        ...(isDecimals(decimals) ? { decimals } : {}),
      },
    ]);
    entries.set(chainId, list);
  }
  return new Map([...entries].map(([chainId, list]) => [chainId, tokenList(list)]));
}

/** Decimals as a mint may have them: one byte. */
const isDecimals = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
