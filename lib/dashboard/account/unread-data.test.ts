import { describe, expect, it } from 'vitest';
import { NO_HOLDINGS } from './holdings-state';
import { noImageLabel, type Reading, readSoFar } from './unread-data';

const HEAD = { address: 'A', lamports: '1', slot: 1, tokens: 3, nfts: 10_000, warnings: [], notRead: [] };
const NFT = { address: 'N', mint: 'M', name: 'N', symbol: '' };
const reading = (more: Partial<Reading>): Reading => ({
  ...NO_HOLDINGS,
  head: HEAD,
  nfts: Array.from({ length: 20 }, () => NFT),
  reading: true,
  cancelled: false,
  ...more,
});
const step = (done: number, total: number) => ({ step: 'assets' as const, done, total });
const FAILED = {
  phase: 'failed' as const,
  reading: false,
  failure: { reason: 'deadline-exceeded', message: '', retry: true },
};

describe('the read part of a list', () => {
  it.each([
    ['returns no count for a list that the server has read', {}, undefined],
    ['counts the items of a list that is being read again', { progress: step(4_200, 10_000) }, 20],
    [
      'counts the items of a list whose read was stopped',
      { progress: step(4_200, 10_000), reading: false, cancelled: true },
      20,
    ],
    ['counts the items of a list whose read failed', FAILED, 20],
    ['returns no count for a complete list', { ...FAILED, listed: true }, undefined],
  ])('%s', (_name, more, read) => {
    expect(readSoFar(reading(more), 'nfts')).toBe(read);
    expect(readSoFar(reading(more), 'tokens')).toBeUndefined();
  });
});

describe('a missing image', () => {
  it.each([
    [{}, 'No image'],
    [{ warnings: ['document-unreachable'] }, 'Image not read'],
    [{ warnings: ['metadata-unread'] }, 'Image not read'],
    [{ warnings: ['document-invalid'] }, 'No image'],
  ])('for the row %o, a missing image is labelled “%s”', (row, words) => {
    expect(noImageLabel(row)).toBe(words);
  });
});
