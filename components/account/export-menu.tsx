'use client';

import { useEffect, useRef } from 'react';
import { CopyButton } from '@/components/ui/copy/copy-button';
import { curlOf, holdingsRequest } from '@/lib/dashboard/docs/curl';
import { Icon } from '../ui/icon';
import { saveFile } from '../ui/save-file';

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
    const close = (event: Event) => {
      if (
        event instanceof KeyboardEvent ? event.key !== 'Escape' : menu.current?.contains(event.target as Node)
      )
        return;
      if (menu.current) menu.current.open = false;
    };
    document.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  return (
    <>
      <details ref={menu} className="relative">
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
        curl
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
