import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  exportLabels,
  importLabels,
  importMessage,
  type Labelled,
  MAX_LABELS,
  parseLabels,
  readLabels,
  setLabel,
} from './labels';

const ADDRESS = 'So11111111111111111111111111111111111111112';
const label = (over: Partial<Labelled> = {}): Labelled => ({
  address: ADDRESS,
  label: 'Treasury',
  isWatched: false,
  href: `/account/${ADDRESS}`,
  ...over,
});

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

describe('labels of addresses', () => {
  it('setting an empty label removes the entry of the address, unless the address is on the watchlist', () => {
    setLabel(label());
    expect(readLabels()).toEqual([label()]);
    setLabel(label({ label: '', isWatched: true }));
    expect(readLabels()).toEqual([label({ label: '', isWatched: true })]);
    setLabel(label({ label: '' }));
    expect(readLabels()).toEqual([]);
  });
  it('exported labels can be imported again, and replace the current labels of the same addresses', () => {
    setLabel(label());
    const exported = exportLabels();
    setLabel(label({ label: 'Other' }));
    expect(importMessage(importLabels(exported))).toBe('1 label imported.');
    expect(readLabels()).toEqual([label()]);
  });
  it('a full list keeps its labels and refuses another one; an existing label can be changed or removed', () => {
    const addressOf = (n: number) => String(n).padStart(20, '0');
    const full = Array.from({ length: MAX_LABELS }, (_, n) =>
      label({ address: addressOf(n), href: `/account/${addressOf(n)}` }),
    );
    importLabels(JSON.stringify(full));
    expect(() => setLabel(label())).toThrow('The list is full (1,000 labels). Remove another label first.');
    expect(readLabels()).toEqual(full);
    setLabel({ ...label(), ...full[7], label: 'Other' });
    setLabel({ ...label(), ...full[8], label: '' });
    expect(readLabels()).toHaveLength(MAX_LABELS - 1);
    setLabel(label());
    expect(readLabels()).toHaveLength(MAX_LABELS);
  });
  it('a label that the browser does not save is an error', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError');
      },
    });
    expect(() => setLabel(label())).toThrow('This browser doesn’t let this site save labels.');
    expect(() => importLabels(JSON.stringify([label()]))).toThrow('save labels');
  });
  it.each([
    ['text that is not JSON', 'x'],
    ['an object', '{}'],
    ['a link to another site', JSON.stringify([label({ href: 'https://a.example/' })])],
    ['a link to another host without a scheme', JSON.stringify([label({ href: '//a.example' })])],
    [
      'a link to the page of another address',
      JSON.stringify([label({ href: `/account/${'1'.repeat(32)}` })]),
    ],
    ['a link below the page of its address', JSON.stringify([label({ href: `/account/${ADDRESS}/x` })])],
    ['an address with markup', JSON.stringify([label({ address: '<b>' })])],
  ])('importing labels ignores %s', (_, text) => {
    expect(parseLabels(text)).toEqual([]);
  });
  it('importing 1,000 labels keeps every existing label', () => {
    setLabel(label());
    const strangers = Array.from({ length: 1_000 }, (_, i) => {
      const address = String(i).padStart(32, 'A');
      return label({ address, href: `/account/${address}?chainId=104` });
    });
    const exported = JSON.stringify(strangers);
    expect(importMessage(importLabels(exported))).toBe(
      '999 labels imported, 1 left out: the list is full (1,000 labels). Remove some labels and import again.',
    );
    const other = [label({ address: '2'.repeat(32), href: `/account/${'2'.repeat(32)}` })];
    expect(importMessage(importLabels(JSON.stringify(other)))).toBe(
      'No labels imported: the list is full (1,000 labels). Remove some labels and import again.',
    );
    expect(importMessage(importLabels('[]'))).toBe('This file contains no labels.');
    expect(readLabels()).toHaveLength(1_000);
    expect(readLabels()).toContainEqual(label());
  });
  it('importing labels limits their number and length, and removes hidden characters', () => {
    const many = Array.from({ length: MAX_LABELS + 1 }, () => label({ label: `\u202ex${'y'.repeat(100)}` }));
    const parsed = parseLabels(JSON.stringify(many));
    expect(parsed).toHaveLength(MAX_LABELS);
    expect(parsed[0]?.label).toBe(`x${'y'.repeat(59)}`);
  });
});
