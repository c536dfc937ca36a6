'use client';

import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { itemHref } from '@/components/account/gallery/item-href';
import { Spoken } from '../ui/a11y/spoken';
import { type ItemList, usePrevNext } from './use-prev-next';
import { usePrevNextInput } from './use-prev-next-input';

const SIDES = [
  { step: -1, name: 'Previous', rel: 'prev' },
  { step: 1, name: 'Next', rel: 'next' },
] as const;

/**
 * Moves to the previous or next item of a list with links, arrow keys or swipes. Each step replaces the history entry,
 * so that Back returns to the list. If the list is unknown, the first step loads it.
 */
export function PrevNext({ item, ...of }: ItemList & { item: string }) {
  const { addressOrName, chain } = of;
  const router = useRouter();
  const { neighbors, reading, read } = usePrevNext(of, item);
  const isReading = reading.step !== undefined;
  const go = useCallback(
    async (step: -1 | 1) => {
      if (isReading) return;
      const to = neighbors ? (step < 0 ? neighbors.previous : neighbors.next) : await read(step);
      // An enlarged picture stays enlarged.
      if (to !== undefined) router.replace(itemHref(addressOrName, to, chain) + location.hash);
    },
    [router, addressOrName, chain, neighbors, isReading, read],
  );
  usePrevNextInput(go);
  return (
    <>
      {SIDES.map(({ step, name, rel }) => {
        if (neighbors === undefined)
          return (
            <button
              key={rel}
              type="button"
              aria-disabled={isReading}
              className="control relative overflow-hidden noscript:hidden"
              onClick={() => void go(step)}
            >
              {name}
              {reading.step === step && (
                <span className="skeleton absolute inset-x-0 bottom-0 h-0.5 bg-accent" aria-hidden="true" />
              )}
            </button>
          );
        const to = step < 0 ? neighbors.previous : neighbors.next;
        return to === undefined ? (
          <span key={rel} aria-disabled="true" className="control cursor-default text-muted">
            {name}
          </span>
        ) : (
          <a
            key={rel}
            rel={rel}
            href={itemHref(addressOrName, to, chain)}
            className="control"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              void go(step);
            }}
          >
            {name}
          </a>
        );
      })}
      <Spoken text={isReading ? 'Reading what else this account holds' : ''} />
      {reading.failed !== undefined && (
        <p
          role="alert"
          className="order-last basis-full rounded-md bg-bad-soft px-2.5 py-1.5 text-bad text-sm"
        >
          The list of this account could not be read. {reading.failed}
        </p>
      )}
    </>
  );
}
