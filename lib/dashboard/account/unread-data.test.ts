import { describe, expect, it } from 'vitest';
import { noImageLabel } from './unread-data';

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
