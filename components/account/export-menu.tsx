'use client';

import { useEffect, useRef } from 'react';
import { CopyButton } from '@/components/ui/copy/copy-button';
import { curlOf, holdingsRequest } from '@/lib/dashboard/docs/curl';
import { formatCount } from '@/lib/dashboard/format';
import { Icon } from '../ui/icon';
import { saveFile } from '../ui/save-file';
import type { Holdings } from './reading/use-holdings';

type Props = {
  address: string;
  chain: number;
  /** File name without its end. */
  name: string;
  csv: () => string;
  json: () => string;
  /** Why there is nothing to save: part of a list would pass for the whole. Undefined where it is whole. */
  off: string | undefined;
};

/** What is shown as a file, and the RPC call behind the page. */
export function ExportMenu({ address, chain, name, csv, json, off }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const onClick = (event: Event) => {
      if (menu.current && !menu.current.contains(event.target as Node)) menu.current.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      const { current } = menu;
      if (event.key !== 'Escape' || !current?.open) return;
      const isInside = current.contains(document.activeElement);
      current.open = false;
      // What had the focus is gone with the menu.
      if (isInside) current.querySelector('summary')?.focus();
    };
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <>
      <details
        ref={menu}
        className="relative noscript:hidden"
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
        }}
      >
        <summary className="control">
          <Icon name="download" />
          <span className="max-sm:sr-only">Export</span>
          <Icon name="down" className="size-3.5 text-muted" />
        </summary>
        <div className="absolute right-0 z-20 mt-1 grid w-44 gap-1 rounded-lg border border-line bg-raised p-1.5 shadow-lg ">
          {off === undefined ? (
            <>
              <Save text={csv} file={`${name}.csv`} type="text/csv">
                CSV of what is shown
              </Save>
              <Save text={json} file={`${name}.json`} type="application/json">
                JSON of what is shown
              </Save>
            </>
          ) : (
            <p role="status" className="px-2.5 py-1.5 text-muted text-sm">
              {off}
            </p>
          )}
        </div>
      </details>
      <CopyButton text={() => curlOf(location.origin, holdingsRequest(address, chain))} what="curl line">
        <span>
          <span className="sr-only">Copy as </span>curl
        </span>
      </CopyButton>
    </>
  );
}

function Save({
  text,
  file,
  type,
  children,
}: {
  text: () => string;
  file: string;
  type: string;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      className="rounded px-2.5 py-1.5 text-left text-sm hover:bg-sunken"
      onClick={() => saveFile(text(), file, type)}
    >
      {children}
    </button>
  );
}

/** Of whom the list is, and why it cannot be saved yet where it is not whole. */
export function exportOf(holdings: Holdings, kind: 'tokens' | 'nfts', addressOrName: string, chain: number) {
  const address = holdings.head?.address ?? addressOrName;
  const off = exportOff(holdings, holdings[kind].length, holdings.head?.[kind]);
  return { address, chain, name: `${kind}-${address}`, off };
}

/** Why a list cannot be saved yet; undefined where it is whole. */
function exportOff(
  { listed, reading, cancelled }: Holdings,
  here: number,
  all: number | undefined,
): string | undefined {
  if (listed && here === all) return undefined;
  const far = all === undefined ? '' : ` ${formatCount(here)} of ${formatCount(all)} are here.`;
  if (reading) return `Off until the whole list is here.${far}`;
  return `Off: the list ${cancelled ? 'was stopped' : 'could not be read'} before its end.${far} Read it again first.`;
}
