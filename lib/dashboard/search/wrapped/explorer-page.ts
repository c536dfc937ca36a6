import { blockNumber } from '../kinds/block-number';
import { btcBlock, btcTransaction, evmTransaction } from '../kinds/hex-32';
import { elsewhere, type Recognised } from '../recognised';
import { evmChainOfHost } from './networks';

/** What an explorer's path calls a block. */
const BLOCK = /^(block|slot)$/;
/** Networks of Bitcoin by the part of a path that names them. */
const BTC_NETWORK = /^(testnet4?|signet)$/;
const SOLANA_HOSTS = new Set(['explorer.solana.com', 'solscan.io', 'solana.fm']);
const ETHEREUM = 1;

/**
 * A transaction or block in an explorer's link: the path says what it is, host and path on which network. Of an
 * explorer that is known the same one is linked to. Undefined for any other link.
 */
export function explorerPage(
  { hostname, searchParams }: URL,
  parts: readonly string[],
): Recognised | undefined {
  const at = parts.findIndex((part) => part === 'tx' || BLOCK.test(part));
  const [what = '', value = ''] = at < 0 ? [] : parts.slice(at);
  const isBlock = BLOCK.test(what);
  const isHash = /^(0x)?[0-9a-f]{64}$/i.test(value);
  if (!isHash && !(isBlock && /^\d{1,10}$/.test(value))) return undefined;
  const chain = evmChainOfHost(hostname);
  if (chain !== undefined && chain !== ETHEREUM)
    return elsewhere(
      `EVM ${isBlock ? 'block' : 'transaction'}`,
      'It has no page here: its explorer shows it',
      {
        name: hostname,
        href: `https://${hostname}/${isBlock ? 'block' : 'tx'}/${value.toLowerCase()}`,
      },
    );
  if (chain === ETHEREUM && isBlock)
    return elsewhere('Ethereum block', 'An Ethereum block has no page here: an explorer shows it', {
      name: 'Etherscan',
      href: `https://etherscan.io/block/${value.toLowerCase()}`,
    });
  if (isHash && /^0x/i.test(value)) return isBlock ? undefined : evmTransaction(value.slice(2).toLowerCase());
  const network = parts.find((part) => BTC_NETWORK.test(part)) ?? '';
  if (isHash)
    return isBlock ? btcBlock(value.toLowerCase(), network) : btcTransaction(value.toLowerCase(), network);
  if (SOLANA_HOSTS.has(hostname)) {
    const cluster = searchParams.get('cluster') ?? '';
    const query = /^(devnet|testnet)$/.test(cluster) ? `?cluster=${cluster}` : '';
    return elsewhere('Solana block', 'A block has no page here: an explorer shows it', {
      name: 'Solana Explorer',
      href: `https://explorer.solana.com/block/${value}${query}`,
    });
  }
  return hostname === 'mempool.space' ? btcBlock(value, network) : blockNumber(value, {});
}
