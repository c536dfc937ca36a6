'use client';

import Link from 'next/link';
import { useRef, useState } from 'react';
import { shorten } from '@/lib/dashboard/format';
import { exportLabels, importLabels, importMessage } from '@/lib/dashboard/labels';
import { saveFile } from '../ui/save-file';
import { useLabels } from './use-labels';

/** Maximum size of an imported file, in bytes. A thousand labels need about a quarter of it. */
const MAX_IMPORT_BYTES = 1_000_000;

/** The watched accounts of this browser, with export and import of all labels; hidden if there are no labels. */
export function Watchlist() {
  const labels = useLabels();
  const watched = labels.filter(({ isWatched }) => isWatched);
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState('');
  const load = async (file: File | undefined) => {
    if (file === undefined) return;
    setMessage(
      file.size > MAX_IMPORT_BYTES
        ? 'This file is larger than 1 MB. Exported labels are smaller.'
        : importMessage(importLabels(await file.text())),
    );
  };
  return (
    <section className={labels.length === 0 ? 'sr-only' : 'mt-8'} aria-labelledby="watchlist">
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <h2 id="watchlist" className="text-muted">
          Watchlist
        </h2>
        <span className="flex gap-3">
          <button
            type="button"
            className="link min-h-6"
            data-command="Export labels"
            onClick={() => saveFile(exportLabels(), 'satchel-labels.json', 'application/json')}
          >
            Export
          </button>
          <button
            type="button"
            className="link min-h-6"
            data-command="Import labels"
            onClick={() => input.current?.click()}
          >
            Import
          </button>
        </span>
      </div>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="File of labels"
        onChange={({ target }) => {
          void load(target.files?.[0]);
          target.value = '';
        }}
      />
      <p role="status" className="text-muted text-sm">
        {message}
      </p>
      {watched.length > 0 && (
        <ul className="mt-2 divide-y divide-line border-line border-y">
          {watched.map(({ address, label, href }) => (
            <li key={address}>
              <Link
                prefetch={false}
                href={href}
                className="flex min-h-10 items-center justify-between gap-4 text-sm hover:bg-sunken"
              >
                <span className="truncate font-medium" dir="auto">
                  {label || shorten(address, 12, 10)}
                </span>
                <span className="shrink-0 font-mono text-muted">{shorten(address, 6, 6)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
