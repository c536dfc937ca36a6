import { describeBtcAddress } from '@/lib/bitcoin/address';
import { parseBtcPublicKey } from '@/lib/bitcoin/public-key';
import type { InvalidInputError } from '@/lib/errors';
import { parseEvmAddress } from '@/lib/evm/address';
import { SolanaAddress } from '@/lib/solana/address/address';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_NAME,
  SAMPLE_TINY_WALLET,
  SAMPLE_WALLET,
} from '@/lib/solana/sample-addresses';

/** What a text in the search box is, and the page that answers it. */
export type Recognised =
  | {
      ok: true;
      kind: 'solana-address' | 'sol-name' | 'btc-key' | 'btc-address' | 'evm-address';
      label: string;
      value: string;
      href: string;
    }
  /** An x-only key fits two keys: the page offers both. */
  | { ok: true; kind: 'x-only-key'; label: string; value: string; href: string; candidates: string[] }
  | { ok: false; message: string };

type Recogniser = (text: string) => Recognised | undefined;

/**
 * Tells what a pasted text is: an address, a key, a `.sol` name, or an explorer's URL or a JSON text that holds one.
 * Undefined for an empty text. The order matters only for texts that two kinds could claim.
 */
export function recognise(input: string): Recognised | undefined {
  // Zero-width characters come along with many a copy and are in no address.
  const text = input.replace(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, '').trim();
  if (text === '') return undefined;
  if (/^https?:\/\//i.test(text)) return fromUrl(text);
  if (/^[[{"]/.test(text)) return fromWords(text) ?? { ok: false, message: 'No address or key in this JSON' };
  for (const one of RECOGNISERS) {
    const found = one(text);
    if (found) return found;
  }
  return { ok: false, message: explain(text) };
}

const attempt = <T>(read: () => T): { value: T } | { error: InvalidInputError } => {
  try {
    return { value: read() };
  } catch (error) {
    return { error: error as InvalidInputError };
  }
};

/** What exists on the sample network alone is looked up there. */
const OF_THE_SAMPLE: readonly string[] = [
  SAMPLE_WALLET,
  SAMPLE_TINY_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_BIG_WALLET,
  SAMPLE_NAME,
];

const accountHref = (text: string) =>
  `/account/${encodeURIComponent(text)}${OF_THE_SAMPLE.includes(text) ? '?chain=104' : ''}`;

const solName: Recogniser = (text) =>
  /^[^\s./]+(\.[^\s./]+)?\.sol$/i.test(text)
    ? {
        ok: true,
        kind: 'sol-name',
        label: 'Solana name',
        value: text.toLowerCase(),
        href: accountHref(text.toLowerCase()),
      }
    : undefined;

const evmAddress: Recogniser = (text) => {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return undefined;
  const read = attempt(() => parseEvmAddress(text));
  if ('error' in read) return { ok: false, message: read.error.message };
  return {
    ok: true,
    kind: 'evm-address',
    label: 'EVM address',
    value: read.value,
    href: `/bitcoin/${read.value}`,
  };
};

const btcKey: Recogniser = (text) => {
  if (!/^(0x)?[0-9a-f]+$/i.test(text) || text.replace(/^0x/i, '').length < 60) return undefined;
  const read = attempt(() => parseBtcPublicKey(text));
  if ('value' in read)
    return {
      ok: true,
      kind: 'btc-key',
      label: 'Bitcoin public key',
      value: read.value,
      href: `/bitcoin/${read.value}`,
    };
  const { candidates } = read.error.data;
  if (!Array.isArray(candidates)) return { ok: false, message: read.error.message };
  const value = text.replace(/^0x/i, '').toLowerCase();
  return {
    ok: true,
    kind: 'x-only-key',
    label: 'x-only Bitcoin key: two keys fit',
    value,
    href: `/bitcoin/${value}`,
    candidates,
  };
};

const btcAddress: Recogniser = (text) => {
  const read = attempt(() => describeBtcAddress(text));
  if ('error' in read) {
    return /^(bc|tb|bcrt)1/i.test(text) || SPEAKING.has(read.error.reason)
      ? { ok: false, message: read.error.message }
      : undefined;
  }
  const { address, type, network } = read.value;
  if (type === 'future-witness')
    return {
      ok: false,
      message: `Unsupported: a Bitcoin address of witness version ${read.value.witnessVersion}`,
    };
  return {
    ok: true,
    kind: 'btc-address',
    label: `Bitcoin ${network === 'mainnet' ? '' : `${network} `}address (${TYPE_NAMES[type]})`,
    value: address,
    href: `/bitcoin/${address}`,
  };
};

/** Reasons that are certain to be about a Bitcoin text, so that no other kind need be tried. */
const SPEAKING = new Set(['private-key', 'extended-key']);

const TYPE_NAMES = {
  p2pkh: 'P2PKH',
  p2sh: 'P2SH',
  p2wpkh: 'P2WPKH',
  p2wsh: 'P2WSH',
  p2tr: 'P2TR',
  'future-witness': '',
};

const solanaAddress: Recogniser = (text) =>
  SolanaAddress.safeParse(text).success
    ? { ok: true, kind: 'solana-address', label: 'Solana address', value: text, href: accountHref(text) }
    : undefined;

const RECOGNISERS: Recogniser[] = [solName, evmAddress, btcKey, solanaAddress, btcAddress];

/** Longer than any explorer's; parsing takes quadratic time on a long host. */
const MOST_URL_CHARACTERS = 2_048;

function fromUrl(text: string): Recognised {
  if (text.length > MOST_URL_CHARACTERS) return { ok: false, message: 'This URL is too long' };
  if (!URL.canParse(text)) return { ok: false, message: 'This URL is not whole' };
  const { pathname, search, hash } = new URL(text);
  return (
    fromWords(`${pathname} ${search} ${hash}`) ?? { ok: false, message: 'No address or key in this URL' }
  );
}

function fromWords(text: string): Recognised | undefined {
  for (const word of text.split(/[^A-Za-z0-9._-]+/)) {
    if (word.length < 5) continue;
    for (const one of RECOGNISERS) {
      const found = one(word);
      if (found?.ok) return found;
    }
  }
  return undefined;
}

/** The nearest kind's own words for what is wrong. */
function explain(text: string): string {
  if (/^0x/i.test(text))
    return `An EVM address is 0x and 40 hex digits, a Bitcoin key 66 or 130: this has ${text.length - 2}`;
  if (/^[13mn2][1-9A-HJ-NP-Za-km-z]{24,36}$/.test(text)) {
    const read = attempt(() => describeBtcAddress(text));
    if ('error' in read) return read.error.message;
  }
  if (text.length < 20)
    return 'Paste a Solana address, a .sol name, a Bitcoin key or address, or an EVM address';
  const parsed = SolanaAddress.safeParse(text);
  return parsed.error?.issues[0]?.message ?? 'Not an address or a key';
}
