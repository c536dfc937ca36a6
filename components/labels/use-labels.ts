'use client';

import { useSyncExternalStore } from 'react';
import { type Labelled, onLabelsChange, readLabels } from '@/lib/dashboard/labels';

const NONE: readonly Labelled[] = [];

/** The labels of this browser; none on the server. */
export const useLabels = (): readonly Labelled[] =>
  useSyncExternalStore(onLabelsChange, readLabels, () => NONE);

/** The label of an address; undefined without a label. */
export const useLabel = (address: string): Labelled | undefined =>
  useLabels().find((labelled) => labelled.address === address);
