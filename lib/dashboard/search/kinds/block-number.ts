import { type Detector, type ExternalPage, externalPage } from '../detected-input';
import { solanaPage } from '../explorers';

/** A height that Bitcoin will not reach for decades. */
const MAX_BTC_HEIGHT = 2_000_000;

/** Recognizes a block number, with or without `#` and commas. */
export const blockNumber: Detector = (text) => {
  if (text.length > 16 || !/^#?[0-9,]+$/.test(text)) return undefined;
  const digits = text.replace(/[#,]/g, '');
  if (digits === '' || digits.length > 10) return undefined;
  return blockOf(Number(digits));
};

/** Links to the block on each explorer; on Bitcoin's only if the chain can have reached this height. */
function blockOf(height: number): ExternalPage {
  const bitcoin = { name: 'mempool.space', href: `https://mempool.space/block/${height}` };
  return externalPage(
    'Block number',
    'A block has no page here: an explorer of its chain shows it',
    ...(height <= MAX_BTC_HEIGHT ? [bitcoin] : []),
    { name: 'Solana Explorer', href: `https://explorer.solana.com/block/${height}` },
    { name: 'Etherscan', href: `https://etherscan.io/block/${height}` },
  );
}

/** Recognizes a block number in a sentence: "block 840,000", "slot #250000000". */
export function blockNumberIn(sentence: string): ExternalPage | undefined {
  const [, word = '', number = ''] =
    /\b(block|height|slot)[\s#:]{1,4}(\d[\d,]{0,15})(?![\w.])/i.exec(sentence) ?? [];
  const digits = number.replace(/,/g, '');
  if (digits === '' || digits.length > 10) return undefined;
  return word.toLowerCase() === 'slot' ? solanaPage('block', digits) : blockOf(Number(digits));
}
