import { accountHref } from '@/lib/dashboard/chains';
import type { Detector } from '../detected-input';
import { clusterOf } from './solana-address';

/** Recognizes a `.sol` name with at most one subdomain. */
export const solName: Detector = (text, { cluster }) => {
  if (!/^[^\s./]+(\.[^\s./]+)?\.sol$/i.test(text)) return undefined;
  const value = text.toLowerCase();
  return {
    ok: true,
    kind: 'sol-name',
    label: 'Solana name',
    value,
    href: accountHref(value, clusterOf(value, cluster)),
  };
};
