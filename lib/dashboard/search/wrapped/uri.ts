import { MAX_URI_CHARACTERS } from '@/lib/solana/documents/uri-text';
import { type DetectedInput, invalidInput } from '../detected-input';
import { detectKind } from '../kinds/registry';
import { chainIdOf, clusterNamed } from './networks';

const CAIP_10 = /^(?:did:pkh:)?(solana|bip122|eip155):([-_a-zA-Z0-9]{1,32}):([^:]+)$/i;
const URI = /^(solana|bitcoin|ethereum):(.*)$/i;

/**
 * Recognizes an account in a `solana:`, `bitcoin:` (BIP-21, BIP-321) or `ethereum:` (EIP-681) URI, in CAIP-10 or in did:pkh. Keeps the
 * network and ignores amounts and other parameters. Returns undefined for other text.
 */
export function fromUri(text: string): DetectedInput | undefined {
  if (!/^(did:pkh:)?(solana|bitcoin|ethereum|bip122|eip155):/i.test(text)) return undefined;
  if (text.length > MAX_URI_CHARACTERS) return invalidInput('This URI is too long');
  const [, namespace = '', reference = '', account = ''] = CAIP_10.exec(text) ?? [];
  if (namespace !== '') return fromCaip10(namespace.toLowerCase(), reference, account);
  const [, scheme = '', rest = ''] = URI.exec(text) ?? [];
  const question = rest.indexOf('?');
  const path = question < 0 ? rest : rest.slice(0, question);
  const query = new URLSearchParams(question < 0 ? '' : rest.slice(question));
  return scheme === ''
    ? invalidInput('This CAIP-10 account is not whole: it is namespace, network and address')
    : found(scheme.toLowerCase(), path, query);
}

function found(scheme: string, path: string, query: URLSearchParams): DetectedInput {
  if (scheme === 'solana') {
    if (/^https(:|%3a)/i.test(path))
      return invalidInput('This is a Solana Pay request: it names a server, not an account');
    return addressOr(detectKind(path, { cluster: clusterNamed(query.get('cluster')) }), 'Solana');
  }
  if (scheme === 'bitcoin') return addressOr(detectKind(path === '' ? inQuery(query) : path, {}), 'Bitcoin');
  const [target = '', chain] = (path.split('/')[0] ?? '').split('@');
  const address = /^pay-/i.test(target) ? target.slice(4) : target;
  return addressOr(detectKind(address, { evmChain: chainIdOf(chain) }), 'Ethereum');
}

/** Parameters that hold an address if a URI has no other (BIP-321): segwit addresses by prefix. */
const ADDRESS_PARAMETERS = ['bc', 'tb', 'bcrt'];

/** Returns the first address in the parameters of a `bitcoin:` URI, ignoring the case of their names; "" without one. */
function inQuery(query: URLSearchParams): string {
  for (const [name, value] of query) if (ADDRESS_PARAMETERS.includes(name.toLowerCase())) return value;
  return '';
}

function fromCaip10(namespace: string, reference: string, account: string): DetectedInput {
  if (namespace === 'solana')
    return addressOr(detectKind(account, { cluster: clusterNamed(reference) }), 'Solana');
  if (namespace === 'bip122') return addressOr(detectKind(account, {}), 'Bitcoin');
  return addressOr(detectKind(account, { evmChain: chainIdOf(reference) }), 'EVM');
}

const addressOr = (detected: DetectedInput | undefined, chain: string) =>
  detected ?? invalidInput(`No ${chain} address in this URI`);
