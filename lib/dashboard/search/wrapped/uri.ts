import { MAX_URI_CHARACTERS } from '@/lib/solana/documents/uri-text';
import { kindOf } from '../kinds/registry';
import { type Recognised, wrong } from '../recognised';
import { chainIdOf, clusterNamed } from './networks';

const CAIP_10 = /^(solana|bip122|eip155):([-_a-zA-Z0-9]{1,32}):([^:]+)$/i;
const URI = /^(solana|bitcoin|ethereum):(.*)$/i;

/**
 * Parses an account in a `solana:`, `bitcoin:` (BIP-21) or `ethereum:` (EIP-681) URI or in CAIP-10. Keeps the network and
 * ignores amounts and other parameters. Undefined for other text.
 */
export function fromUri(text: string): Recognised | undefined {
  if (!/^(solana|bitcoin|ethereum|bip122|eip155):/i.test(text)) return undefined;
  if (text.length > MAX_URI_CHARACTERS) return wrong('This URI is too long');
  const [, namespace = '', reference = '', account = ''] = CAIP_10.exec(text) ?? [];
  if (namespace !== '') return fromCaip10(namespace.toLowerCase(), reference, account);
  const [, scheme = '', rest = ''] = URI.exec(text) ?? [];
  const question = rest.indexOf('?');
  const path = question < 0 ? rest : rest.slice(0, question);
  const query = new URLSearchParams(question < 0 ? '' : rest.slice(question));
  return scheme === ''
    ? wrong('This CAIP-10 account is not whole: it is namespace, network and address')
    : found(scheme.toLowerCase(), path, query);
}

function found(scheme: string, path: string, query: URLSearchParams): Recognised {
  if (scheme === 'solana') {
    if (/^https(:|%3a)/i.test(path))
      return wrong('This is a Solana Pay request: it names a server, not an account');
    return addressOr(kindOf(path, { cluster: clusterNamed(query.get('cluster')) }), 'Solana');
  }
  if (scheme === 'bitcoin') return addressOr(kindOf(path, {}), 'Bitcoin');
  const [target = '', chain] = (path.split('/')[0] ?? '').split('@');
  const address = /^pay-/i.test(target) ? target.slice(4) : target;
  return addressOr(kindOf(address, { evmChain: chainIdOf(chain) }), 'Ethereum');
}

function fromCaip10(namespace: string, reference: string, account: string): Recognised {
  if (namespace === 'solana')
    return addressOr(kindOf(account, { cluster: clusterNamed(reference) }), 'Solana');
  if (namespace === 'bip122') return addressOr(kindOf(account, {}), 'Bitcoin');
  return addressOr(kindOf(account, { evmChain: chainIdOf(reference) }), 'EVM');
}

const addressOr = (recognised: Recognised | undefined, chain: string) =>
  recognised ?? wrong(`No ${chain} address in this URI`);
