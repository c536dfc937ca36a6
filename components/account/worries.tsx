import { useState } from 'react';
import type { Worries, Worry } from '@/lib/dashboard/account/worries';
import { accountHref, itemHref } from '@/lib/dashboard/chains';
import { formatCount, shorten } from '@/lib/dashboard/format';
import { Icon } from '../ui/icon';
import { useView } from './view-link';

/** Number of risks that are shown without a click, if more than one other is left. */
const OPEN = 3;

type Props = { worries: Worries; addressOrName: string; chain: number };

/** Panel with the risks of a list's items, closed on phones. Renders nothing without a risk. */
export function WorriesPanel({ worries: { first, count }, ...account }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (count === 0) return null;
  const open = count === OPEN + 1 ? count : OPEN;
  const rest = first.slice(open);
  return (
    <section aria-labelledby="worries" className="panel mt-3 px-4 text-sm sm:py-2">
      <h2 id="worries" className="py-1 font-semibold max-sm:sr-only">
        What to worry about
      </h2>
      <button
        type="button"
        className="flex min-h-9 pointer-coarse:min-h-11 w-full items-center justify-between font-semibold noscript:hidden print:hidden sm:hidden"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        What to worry about ({formatCount(count)})
        <Icon name={isOpen ? 'up' : 'down'} className="size-3.5 text-muted" />
      </button>
      <div className={isOpen ? '' : 'max-sm:hidden noscript:block print:block'}>
        <List worries={first.slice(0, open)} {...account} />
        {rest.length > 0 && (
          <details className="open-on-paper border-line border-t">
            <summary className="link flex min-h-9 pointer-coarse:min-h-11 items-center">
              {formatCount(count - open)} more
            </summary>
            <List worries={rest} {...account} />
            {count > first.length && (
              <p className="border-line border-t py-1.5 text-muted">
                And {formatCount(count - first.length)} more: the links above filter the list.
              </p>
            )}
          </details>
        )}
      </div>
    </section>
  );
}

function List({ worries, addressOrName, chain }: Omit<Props, 'worries'> & { worries: readonly Worry[] }) {
  const { view } = useView();
  return (
    <ul className="divide-y divide-line">
      {worries.map(({ address, mint, title, isUnverified, tone, text, who, imitates, advice }) => (
        <li key={address} className="py-1.5">
          <a
            href={itemHref(addressOrName, address, chain)}
            title={title}
            dir="auto"
            className="link clipped mr-2 max-w-60! font-medium"
          >
            {title}
          </a>{' '}
          {imitates && (
            <span className="mr-2">
              <Address of={mint} chain={chain} />
            </span>
          )}{' '}
          {isUnverified && view.fold && <span className="mr-2 text-muted">(hidden below)</span>}{' '}
          <span className={tone === 'bad' ? 'text-bad' : 'text-caution'}>{text}</span>{' '}
          {imitates && (
            <>
              The real one is <Address of={imitates.mint} chain={chain} />.{' '}
            </>
          )}
          {who && (
            <>
              {who.role}: <Address of={who.address} chain={chain} />.{' '}
            </>
          )}
          <span className="text-muted">{advice}</span>
        </li>
      ))}
    </ul>
  );
}

const Address = ({ of, chain }: { of: string; chain: number }) => (
  <a href={accountHref(of, chain)} title={of} className="link whitespace-nowrap font-mono text-[0.8125rem]">
    {shorten(of, 6, 6)}
  </a>
);
