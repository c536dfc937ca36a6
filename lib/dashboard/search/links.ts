import { bitcoinHref, readBitcoinView } from '@/lib/dashboard/bitcoin-view';
import { readAccountView, writeAccountView } from '@/lib/dashboard/search-params';
import { decodePercent } from '@/lib/decode-percent';
import { isAddress } from '@/lib/solana/address/address';
import { MAX_URI_CHARACTERS } from '@/lib/solana/documents/uri-text';
import { type DetectedInput, invalidInput, type Network } from './detected-input';
import {
  bitcoinPage,
  chainIdOf,
  clusterNamed,
  type ExplorerSubject,
  evmChainOfHost,
  evmPage,
  isBitcoinExplorer,
  isSolanaExplorer,
  solanaPage,
} from './explorers';
import { fromFreeText } from './free-text';
import { blockOf, clusterOf, detectKind } from './kinds';

/** Recognizes a link or URI; returns undefined for other text. */
export const fromLink = (text: string): DetectedInput | undefined => fromUri(text) ?? fromUrl(text);

/** Chains by the scheme of a URI or namespace of CAIP-10, and the network that a reference names. */
const CHAINS: Record<string, { name: string; networkOf: (reference: string | null) => Network }> = {
  solana: { name: 'Solana', networkOf: (reference) => ({ cluster: clusterNamed(reference) }) },
  bitcoin: { name: 'Bitcoin', networkOf: () => ({}) },
  bip122: { name: 'Bitcoin', networkOf: () => ({}) },
  ethereum: { name: 'Ethereum', networkOf: (reference) => ({ evmChain: chainIdOf(reference) }) },
  eip155: { name: 'EVM', networkOf: (reference) => ({ evmChain: chainIdOf(reference) }) },
};

function accountOn(chain: string, account: string, reference: string | null): DetectedInput {
  const { name = '', networkOf } = CHAINS[chain.toLowerCase()] ?? {};
  return detectKind(account, networkOf?.(reference) ?? {}) ?? invalidInput(`No ${name} address in this URI`);
}

const CAIP_10 = /^(?:did:pkh:)?(solana|bip122|eip155):([-_a-zA-Z0-9]{1,32}):([^:]+)$/i;
const URI = /^(solana|bitcoin|ethereum):(.*)$/i;

/**
 * Recognizes an account in a `solana:`, `bitcoin:` (BIP-21, BIP-321) or `ethereum:` (EIP-681) URI, in CAIP-10 or in
 * did:pkh. Keeps the network and ignores amounts and other parameters. Returns undefined for other text.
 */
function fromUri(text: string): DetectedInput | undefined {
  if (!/^(did:pkh:)?(solana|bitcoin|ethereum|bip122|eip155):/i.test(text)) return undefined;
  if (text.length > MAX_URI_CHARACTERS) return invalidInput('This URI is too long');
  const [, namespace = '', reference = '', account = ''] = CAIP_10.exec(text) ?? [];
  if (namespace !== '') return accountOn(namespace, account, reference);
  const [, scheme = '', rest = ''] = URI.exec(text) ?? [];
  if (scheme === '')
    return invalidInput('This CAIP-10 account is not whole: it is namespace, network and address');
  const question = rest.indexOf('?');
  const path = question < 0 ? rest : rest.slice(0, question);
  const query = new URLSearchParams(question < 0 ? '' : rest.slice(question));
  if (/^solana$/i.test(scheme)) {
    if (/^https(:|%3a)/i.test(path))
      return invalidInput('This is a Solana Pay request: it names a server, not an account');
    return accountOn(scheme, path, query.get('cluster'));
  }
  if (/^bitcoin$/i.test(scheme)) return accountOn(scheme, path === '' ? inQuery(query) : path, null);
  const [target = '', chain = null] = (path.split('/')[0] ?? '').split('@');
  return accountOn(scheme, /^pay-/i.test(target) ? target.slice(4) : target, chain);
}

/** Parameters that hold an address if a URI has no other (BIP-321): segwit addresses by prefix. */
const ADDRESS_PARAMETERS = ['bc', 'tb', 'bcrt'];

/** Returns the first address in the parameters of a `bitcoin:` URI, ignoring the case of their names; "" without one. */
function inQuery(query: URLSearchParams): string {
  for (const [name, value] of query) if (ADDRESS_PARAMETERS.includes(name.toLowerCase())) return value;
  return '';
}

const WITHOUT_SCHEME = /^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+)(:\d{1,5})?\//i;

/**
 * Recognizes a link to a page of this service (on any host) or of an explorer. The result contains the link's network.
 * Returns undefined for text that is not a link.
 */
function fromUrl(text: string): DetectedInput | undefined {
  const isWhole = /^https?:\/\//i.test(text);
  if (!isWhole && text.length > MAX_URI_CHARACTERS) return undefined;
  const isPath = /^\/(account|bitcoin)\//.test(text);
  if (!isWhole && !isPath && !WITHOUT_SCHEME.test(text)) return undefined;
  if (text.length > MAX_URI_CHARACTERS) return invalidInput('This URL is too long');
  const whole = isWhole ? text : isPath ? `https://localhost${text}` : `https://${text}`;
  if (!URL.canParse(whole)) return invalidInput('This URL is not whole');
  const url = new URL(whole);
  const network = networkOf(url);
  const parts = url.pathname.split('/').map(decoded);
  return (
    ownPage(parts, url.searchParams, network) ??
    explorerPage(url, parts) ??
    fromFreeText(`${parts.join(' ')} ${decoded(url.search)} ${decoded(url.hash)}`, network) ??
    invalidInput('No address or key in this URL')
  );
}

function networkOf({ hostname, searchParams }: URL): Network {
  const name = searchParams.get('cluster') ?? searchParams.get('network');
  return {
    // Explorers omit the name of mainnet.
    cluster: clusterNamed(name ?? (isSolanaExplorer(hostname) ? 'mainnet' : null)),
    evmChain: evmChainOfHost(hostname),
  };
}

/** Recognizes a link to this service. The result contains the link's chain, tab, search and item. */
function ownPage(parts: string[], params: URLSearchParams, network: Network): DetectedInput | undefined {
  const [, page, input = '', item = ''] = parts;
  const found = detectKind(input, network);
  if (page === 'account' && found?.ok && (found.kind === 'solana-address' || found.kind === 'sol-name')) {
    const chain = chainIdOf(params.get('chain')) ?? clusterOf(found.value, network.cluster);
    const path = `/account/${encodeURIComponent(found.value)}${isAddress(item) ? `/${item}` : ''}`;
    return { ...found, cluster: chain, href: path + writeAccountView({ ...readAccountView(params), chain }) };
  }
  if (page !== 'bitcoin') return undefined;
  // In our own links, 32 bytes of hex are an x-only key.
  const place = found?.ok ? found : found?.kind === 'choice' ? found.options.find(({ ok }) => ok) : undefined;
  if (!place?.ok || place.href.startsWith('/account/')) return undefined;
  const { chain, ...view } = readBitcoinView(params, 0);
  return { ...place, href: bitcoinHref(place.value, chain === 0 ? view : { ...view, chain }, 0) };
}

const decoded = (part: string): string => decodePercent(part) ?? part;

/** Path segments that precede an id, and the type of that id. */
const SUBJECTS: Record<string, ExplorerSubject> = { tx: 'transaction', block: 'block', slot: 'block' };
/** Matches path segments that name a Bitcoin network. */
const BTC_NETWORK = /^(testnet4?|signet)$/;

/**
 * Recognizes a transaction or block in an explorer link, with the type and network from the host and path. Returns
 * undefined for other links, and for Solana signatures, which have their own detector.
 */
function explorerPage(url: URL, parts: readonly string[]): DetectedInput | undefined {
  const at = parts.findIndex((part) => Object.hasOwn(SUBJECTS, part));
  const subject = SUBJECTS[parts[at] ?? ''];
  const id = parts[at + 1] ?? '';
  const isHash = /^(0x)?[0-9a-f]{64}$/i.test(id);
  const isHeight = subject === 'block' && /^\d{1,10}$/.test(id);
  if (subject === undefined || !(isHash || isHeight)) return undefined;

  const evmChain = evmChainOfHost(url.hostname);
  if (evmChain !== undefined) return evmPage(subject, id, evmChain);
  if (isSolanaExplorer(url.hostname))
    return isHeight ? solanaPage(subject, id, clusterNamed(url.searchParams.get('cluster'))) : undefined;
  const network = parts.find((part) => BTC_NETWORK.test(part)) ?? '';
  if (isBitcoinExplorer(url.hostname)) return bitcoinPage(subject, id.toLowerCase(), network);
  // Unknown host: the format of the id decides.
  if (isHeight) return blockOf(id);
  return id.length === 64 ? bitcoinPage(subject, id.toLowerCase(), network) : evmPage(subject, id);
}
