import { bitcoinHref, readBitcoinView } from '@/lib/dashboard/bitcoin-view';
import { readAccountView, writeAccountView } from '@/lib/dashboard/search-params';
import { isAddress } from '@/lib/solana/address/address';
import { MAX_URI_CHARACTERS } from '@/lib/solana/documents/uri-text';
import { type DetectedInput, invalidInput, type Network } from '../detected-input';
import { evmChainOfHost } from '../explorers';
import { detectKind } from '../kinds/registry';
import { clusterOf } from '../kinds/solana-address';
import { explorerPage } from './explorer-page';
import { fromFreeText } from './free-text';
import { chainIdOf, clusterNamed } from './networks';

const WITHOUT_SCHEME = /^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+)(:\d{1,5})?\//i;

/**
 * Recognizes a link to a page of this service (on any host) or of an explorer. The result contains the link's network.
 * Returns undefined for text that is not a link.
 */
export function fromUrl(text: string): DetectedInput | undefined {
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
  return {
    cluster: clusterNamed(searchParams.get('cluster') ?? searchParams.get('network')),
    evmChain: evmChainOfHost(hostname),
  };
}

/** Recognizes a link to this service. The result contains the link's chain, tab, search and item. */
function ownPage(parts: string[], params: URLSearchParams, network: Network): DetectedInput | undefined {
  const [, page, input = '', item = ''] = parts;
  const found = detectKind(input, network);
  if (page === 'account' && found?.ok && (found.kind === 'solana-address' || found.kind === 'sol-name')) {
    const chain = chainIdOf(params.get('chain') ?? undefined) ?? clusterOf(found.value, network.cluster);
    const path = `/account/${encodeURIComponent(found.value)}${isAddress(item) ? `/${item}` : ''}`;
    return { ...found, href: path + writeAccountView({ ...readAccountView(params), chain }) };
  }
  if (page !== 'bitcoin') return undefined;
  // In our own links, 32 bytes of hex are an x-only key.
  const place = found?.ok ? found : found?.kind === 'choice' ? found.options.find(({ ok }) => ok) : undefined;
  if (!place?.ok || place.href.startsWith('/account/')) return undefined;
  const { chain, ...view } = readBitcoinView(params, 0);
  return { ...place, href: bitcoinHref(place.value, chain === 0 ? view : { ...view, chain }, 0) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
