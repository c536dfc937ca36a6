'use client';

import { useRef, useState } from 'react';
import { importLabels, importMessage, LabelsNotSaved } from '@/lib/dashboard/labels';

/** Maximum size of an imported file, in bytes. A thousand labels need about a quarter of it. */
const MAX_IMPORT_BYTES = 1_000_000;

/** A button that adds the labels of a file, and says how many. */
export function ImportLabels({ children }: { children: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState('');
  const load = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MAX_IMPORT_BYTES)
      return setMessage('This file is larger than 1 MB. Exported labels are smaller.');
    const text = await file.text();
    try {
      setMessage(importMessage(importLabels(text)));
    } catch (notSaved) {
      if (!(notSaved instanceof LabelsNotSaved)) throw notSaved;
      setMessage(notSaved.message);
    }
  };
  return (
    <>
      <button type="button" className="link min-h-6" onClick={() => input.current?.click()}>
        {children}
      </button>
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
      <span role="status" className="text-muted not-empty:ml-2">
        {message}
      </span>
    </>
  );
}
