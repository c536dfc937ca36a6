import type { DetectedInput } from '../detected-input';
import {
  bitcoinPage,
  type ExplorerSubject,
  evmChainOfHost,
  evmPage,
  isBitcoinExplorer,
  isSolanaExplorer,
  solanaPage,
} from '../explorers';
import { blockNumber } from '../kinds/block-number';
import { clusterNamed } from './networks';

/** Path segments that precede an id, and the type of that id. */
const SUBJECTS: Record<string, ExplorerSubject> = { tx: 'transaction', block: 'block', slot: 'block' };
/** Matches path segments that name a Bitcoin network. */
const BTC_NETWORK = /^(testnet4?|signet)$/;

/**
 * Recognizes a transaction or block in an explorer link, with the type and network from the host and path. Returns
 * undefined for other links, and for Solana signatures, which have their own detector.
 */
export function explorerPage(url: URL, parts: readonly string[]): DetectedInput | undefined {
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
  if (isHeight) return blockNumber(id, {});
  return id.length === 64 ? bitcoinPage(subject, id.toLowerCase(), network) : evmPage(subject, id);
}
