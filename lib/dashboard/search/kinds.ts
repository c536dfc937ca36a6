import { describeBtcAddress } from '@/lib/bitcoin/address';
import { parseBtcPublicKey } from '@/lib/bitcoin/public-key';
import { accountHref } from '@/lib/dashboard/chains';
import type { InvalidInputError } from '@/lib/errors';
import { parseEvmAddress } from '@/lib/evm/address';
import { isAddress } from '@/lib/solana/address/address';
import {
  SAMPLE_BIG_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_NAME,
  SAMPLE_SHOWCASE_WALLET,
  SAMPLE_TINY_WALLET,
  SAMPLE_WALLET,
} from '@/lib/solana/sample-addresses';
import {
  type DetectedInput,
  type ExternalPage,
  externalPage,
  type InternalPage,
  invalidInput,
  type Network,
  secretOnDevice,
} from './detected-input';
import { bitcoinPage, evmPage, solanaPage } from './explorers';
import { decodeBase58Of64 } from './secrets';

/** A kind of input without spaces. */
type Kind = {
  /** Matches all text of this kind, and possibly other text. Takes linear time. */
  shape: RegExp;
  /** Recognizes text of this shape; returns undefined for other text. Throws `InvalidInputError` for invalid text. */
  read: (text: string, network: Network) => DetectedInput | undefined;
  /** Matches text that cannot be of another kind, so that its error is shown; `shape` if undefined. */
  unmistakable?: RegExp;
};

const OUTPUT_DESCRIPTOR: Kind = {
  shape: /^(pkh|wpkh|sh|wsh|tr|rawtr|pk|combo|multi|sortedmulti)\(/,
  read: () =>
    externalPage(
      'Output descriptor',
      'An output descriptor can show every address of a wallet, so it is never sent from here: paste one public key or address of it',
    ),
};

/** All kinds of input. The order matters only if two accept the same text. */
const KINDS: readonly Kind[] = [
  // A `.sol` name with at most one subdomain.
  {
    shape: /^[^\s./]+(\.[^\s./]+)?\.sol$/i,
    read: (text, { cluster }) => {
      const value = text.toLowerCase();
      return solanaAccount('sol-name', 'Solana name', value, cluster);
    },
  },
  // An ENS name or subdomain. This service does not resolve ENS names.
  {
    shape: /^([^\s./]+\.)+eth$/i,
    read: (text) =>
      externalPage('ENS name', 'An ENS name is not looked up here: paste the address that it leads to', {
        name: 'ENS',
        href: `https://app.ens.domains/${encodeURIComponent(text.toLowerCase())}`,
      }),
  },
  // An EVM address; if the case is mixed, the EIP-55 checksum must be valid.
  {
    shape: /^0x[0-9a-f]{40}$/i,
    read: (text, { evmChain }) => {
      const value = parseEvmAddress(text);
      const query = evmChain === undefined ? '' : `?chain=${evmChain}`;
      return page('evm-address', 'EVM address', value, `/bitcoin/${value}${query}`);
    },
  },
  // 32 bytes of hex: an x-only key, a hash or a private key. The digits do not show which it is.
  {
    shape: /^(0x)?[0-9a-f]{64}$/i,
    read: (text) => {
      const value = text.slice(-64).toLowerCase();
      return {
        ok: false,
        kind: 'choice',
        message: `These ${text.length} characters can mean several things. Nothing was sent. Choose what this is`,
        options: [...xOnlyKey(value), ...hashes(value, text.length === 66), secretOnDevice('a private key')],
      };
    },
  },
  // A block number, with or without `#` and commas.
  {
    shape: /^(?=.{1,16}$)#?[0-9,]+$/,
    read: (text) => blockOf(text.replace(/[#,]/g, '')),
  },
  // Hex of about 33 or 65 bytes.
  {
    shape: /^(0x)?[0-9a-f]{60,}$/i,
    read: (text) => {
      const value = parseBtcPublicKey(text);
      return page('btc-key', 'Bitcoin public key', value, `/bitcoin/${value}`);
    },
  },
  // 32 bytes in base58.
  {
    shape: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    read: (text, { cluster }) =>
      isAddress(text) ? solanaAccount('solana-address', 'Solana address', text, cluster) : undefined,
  },
  // An extended public key (BIP-32, SLIP-132). It reveals a whole wallet, so it never leaves the device.
  {
    shape: /^[xyztuvYZUV]pub[1-9A-HJ-NP-Za-km-z]{70,120}$/,
    read: (text) =>
      externalPage(
        'Extended public key',
        `An extended public key (${text.slice(0, 4)}) shows every address of a wallet, so it is never sent from here: paste one public key or address of it`,
      ),
  },
  // An output descriptor (BIP-380).
  OUTPUT_DESCRIPTOR,
  // An address of any Bitcoin network; the shortest is `bc1`, a version, two bytes and a checksum.
  {
    shape: /^.{14}/,
    read: btcAddress,
    unmistakable: /^(([bB][cC]|[tT][bB]|[bB][cC][rR][tT])1|[13mn2][1-9A-HJ-NP-Za-km-z]{24,36}$)/,
  },
  // The signature of a Solana transaction: base58 of 64 bytes. Key pairs are recognized earlier.
  {
    shape: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
    read: (text, { cluster }) => decodeBase58Of64(text) && solanaPage('transaction', text, cluster),
  },
];

/** Maximum length of a key, address or name; descriptors can be longer. */
const MAX_KIND_CHARACTERS = 200;

/** Recognizes input without spaces; returns undefined if it is of no kind. */
export function detectKind(text: string, network: Network): DetectedInput | undefined {
  for (const kind of text.length > MAX_KIND_CHARACTERS ? [OUTPUT_DESCRIPTOR] : KINDS) {
    if (!kind.shape.test(text)) continue;
    try {
      const found = kind.read(text, network);
      if (found) return found;
    } catch (error) {
      if ((kind.unmistakable ?? kind.shape).test(text))
        return invalidInput((error as InvalidInputError).message);
    }
  }
  return undefined;
}

const page = (kind: InternalPage['kind'], label: string, value: string, href: string): InternalPage => ({
  ok: true,
  kind,
  label,
  value,
  href,
});

const solanaAccount = (
  kind: 'solana-address' | 'sol-name',
  label: string,
  value: string,
  cluster: number | undefined,
): InternalPage => ({
  ...page(kind, label, value, accountHref(value, clusterOf(value, cluster))),
  ...(cluster === undefined ? {} : { cluster }),
});

/** Addresses that exist only on the sample network, and are looked up there. */
const OF_THE_SAMPLE: readonly string[] = [
  SAMPLE_WALLET,
  SAMPLE_SHOWCASE_WALLET,
  SAMPLE_TINY_WALLET,
  SAMPLE_EMPTY_WALLET,
  SAMPLE_BIG_WALLET,
  SAMPLE_NAME,
];

/**
 * Returns the cluster for a lookup: the one given in the pasted text, otherwise the one where the address is known to
 * exist.
 */
export const clusterOf = (text: string, pasted: number | undefined) =>
  pasted ?? (OF_THE_SAMPLE.includes(text) ? 104 : 101);

/** Returns the page for an x-only key of 64 hex digits; empty if no key has this x. */
function xOnlyKey(value: string): InternalPage[] {
  try {
    parseBtcPublicKey(value);
  } catch (error) {
    const { candidates } = (error as InvalidInputError).data;
    if (Array.isArray(candidates))
      return [
        { ...page('x-only-key', 'Taproot (x-only) public key', value, `/bitcoin/${value}`), candidates },
      ];
  }
  return [];
}

/** Every Bitcoin block hash begins with these zeros. */
const BLOCK_ZEROS = '00000000';

function hashes(value: string, isEvm: boolean): ExternalPage[] {
  if (isEvm) return [evmPage('transaction', value)];
  const transaction = bitcoinPage('transaction', value);
  return value.startsWith(BLOCK_ZEROS) ? [bitcoinPage('block', value), transaction] : [transaction];
}

/** A height that Bitcoin will not reach for decades. */
const MAX_BTC_HEIGHT = 2_000_000;

/**
 * Links to the block on each explorer; on Bitcoin's only if the chain can have reached this height. Returns undefined
 * if no block has this height.
 */
export function blockOf(digits: string): ExternalPage | undefined {
  if (digits === '' || digits.length > 10) return undefined;
  const height = Number(digits);
  const bitcoin = { name: 'mempool.space', href: `https://mempool.space/block/${height}` };
  return externalPage(
    'Block number',
    'A block has no page here: an explorer of its chain shows it',
    ...(height <= MAX_BTC_HEIGHT ? [bitcoin] : []),
    { name: 'Solana Explorer', href: `https://explorer.solana.com/block/${height}` },
    { name: 'Etherscan', href: `https://etherscan.io/block/${height}` },
  );
}

/** Names of the types of Bitcoin addresses. */
const BTC_ADDRESS_FORMS = {
  p2pkh: 'legacy',
  p2sh: 'script hash',
  p2wpkh: 'segwit',
  p2wsh: 'segwit script',
  p2tr: 'taproot',
};

function btcAddress(text: string): DetectedInput {
  const { address, type, network, witnessVersion } = describeBtcAddress(text);
  if (type === 'future-witness')
    return invalidInput(`Unsupported: a Bitcoin address of witness version ${witnessVersion}`);
  if (type === 'p2a')
    return externalPage(
      'Pay-to-anchor address',
      'This address is pay-to-anchor (BIP 433): anyone can spend from it, so it has no owner and no account',
    );
  const form = BTC_ADDRESS_FORMS[type];
  const label = network === 'mainnet' ? `Bitcoin address (${form})` : `Bitcoin test address (${form})`;
  return page('btc-address', label, address, `/bitcoin/${address}`);
}
