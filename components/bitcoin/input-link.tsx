import { PageLink } from '@/components/ui/page-link';
import { type BitcoinView, bitcoinHref } from '@/lib/dashboard/bitcoin-view';
import { shorten } from '@/lib/dashboard/format';

type Props = {
  /** A key or an address. */
  input: string;
  view: Partial<BitcoinView>;
  defaultChain: number;
  /** Number of characters shown at the start of the shortened text. */
  first?: number;
};

/**
 * A link to the page of a key or an address, shortened in the middle. The title and the printed page contain the full
 * text.
 */
export function InputLink({ input, view, defaultChain, first = 6 }: Props) {
  return (
    <PageLink
      href={bitcoinHref(input, view, defaultChain)}
      title={input}
      className="link short-address font-mono text-[0.8125rem]"
    >
      {shorten(input, first, 6)}
    </PageLink>
  );
}
