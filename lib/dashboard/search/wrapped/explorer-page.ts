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
import type { Recognised } from '../recognised';
import { clusterNamed } from './networks';

/** What the part of an explorer's path before an id says that it is the id of. */
const SUBJECTS: Record<string, ExplorerSubject> = { tx: 'transaction', block: 'block', slot: 'block' };
/** Networks of Bitcoin by the part of a path that names them. */
const BTC_NETWORK = /^(testnet4?|signet)$/;

/**
 * A transaction or block in an explorer's link: the path says what it is, host and path on which network. Undefined
 * for any other link, and for Solana's signatures, which say themselves what they are.
 */
export function explorerPage(url: URL, parts: readonly string[]): Recognised | undefined {
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
  // Of a host that is not known the id's form tells what can be told.
  if (isHeight) return blockNumber(id, {});
  return id.length === 64 ? bitcoinPage(subject, id.toLowerCase(), network) : evmPage(subject, id);
}
