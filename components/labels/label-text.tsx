'use client';

import { useLabel } from './use-labels';

/** The label of an address, shown before the address or name; empty if there is no label. */
export function LabelText({ address }: { address: string }) {
  const label = useLabel(address)?.label ?? '';
  return label === '' ? null : (
    <span className="font-sans" dir="auto">
      {label}{' '}
    </span>
  );
}
