'use client';

import { useSyncExternalStore } from 'react';
import { type Labelled, onLabelsChange, readLabels } from '@/lib/dashboard/labels';

const NONE: readonly Labelled[] = [];

/** Returns the labels stored in this browser; empty on the server. */
export const useLabels = (): readonly Labelled[] =>
  useSyncExternalStore(onLabelsChange, readLabels, () => NONE);

/** Returns the label of an address; undefined if the address has no label. */
export const useLabel = (address: string): Labelled | undefined =>
  useLabels().find((labelled) => labelled.address === address);
