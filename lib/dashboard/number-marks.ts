/** How a locale writes numbers in Latin digits. */
export type NumberMarks = {
  decimal: string;
  group: string;
  /** Number of digits in the groups before the last one, which has three. */
  groupSize: number;
  /** Least number of digits of a whole number that is grouped. */
  groupedFrom: number;
};

const ENGLISH_MARKS: NumberMarks = { decimal: '.', group: ',', groupSize: 3, groupedFrom: 4 };

/** Longest language tag that is read, in characters. */
const MAX_TAG_LENGTH = 35;

/**
 * Returns the number marks of the first language of an `Accept-Language` header, which is the locale of a browser;
 * English marks without a valid language.
 */
export function numberMarksOf(acceptLanguage: string | undefined): NumberMarks {
  const tag = /^\s*([A-Za-z0-9-]+)\s*(?:[,;]|$)/.exec(
    acceptLanguage?.slice(0, 2 * MAX_TAG_LENGTH) ?? '',
  )?.[1];
  if (tag === undefined || tag.length > MAX_TAG_LENGTH) return ENGLISH_MARKS;
  let format: Intl.NumberFormat;
  try {
    format = new Intl.NumberFormat(tag, { numberingSystem: 'latn' });
  } catch {
    return ENGLISH_MARKS;
  }
  const parts = format.formatToParts(12345678.5);
  const groups = parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length);
  const partOf = (wanted: Intl.NumberFormatPartTypes, otherwise: string) =>
    parts.find(({ type }) => type === wanted)?.value ?? otherwise;
  const isGrouped = (number: number) => format.formatToParts(number).some(({ type }) => type === 'group');
  return {
    decimal: partOf('decimal', '.'),
    group: partOf('group', ''),
    groupSize: groups.at(-2) ?? 3,
    groupedFrom: [4, 5].find((digits) => isGrouped(10 ** (digits - 1))) ?? 6,
  };
}

const SOURCE = Symbol.for('satchel.number-marks');
const global = globalThis as { [SOURCE]?: () => NumberMarks | undefined };

/**
 * Sets how the server finds the marks of the current request. Stored in `globalThis`, because Next loads separate
 * copies of this module for server and client components.
 */
export function setNumberMarksSource(source: () => NumberMarks | undefined): void {
  global[SOURCE] = source;
}

let ofPage: NumberMarks | undefined;

/**
 * Returns the number marks: those of the current request on the server, and in the browser those with which the server
 * wrote the page, because both must write the same text.
 */
export function numberMarks(): NumberMarks {
  if (typeof document === 'undefined') return global[SOURCE]?.() ?? ENGLISH_MARKS;
  ofPage ??= marksOfPage();
  return ofPage;
}

function marksOfPage(): NumberMarks {
  const { numberMarks: written } = document.documentElement.dataset;
  return written === undefined ? ENGLISH_MARKS : (JSON.parse(written) as NumberMarks);
}
