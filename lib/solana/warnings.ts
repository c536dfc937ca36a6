/**
 * User-facing sentences for the `warnings` of an item (extended format). The codes are stable. Items are never hidden
 * because of a warning.
 */
export const WARNINGS = {
  'look-alike-symbol': 'Its symbol looks like the symbol of a well-known token, but its mint is different.',
  'link-in-name': 'Its name or symbol contains a link, which is common in scams.',
  'bidi-characters': 'Its name or symbol contains characters that change the text direction.',
  'invisible-characters': 'Its name or symbol contains invisible characters or many marks on one letter.',
  'mint-missing': 'No node returned its mint, so its decimals are not confirmed.',
  'metadata-unread': 'Its on-chain metadata could not be read.',
  'additional-metadata-cut': 'It has more additional metadata than is listed.',
  'collection-unread':
    'The account of its MPL Core collection, which can set its royalties, creators, freeze and immutability, could not be read.',
  'edition-unread': 'Its edition account, or the master edition of the print, could not be read.',
  'document-late': 'Its off-chain document did not arrive in time; retry the call.',
  'document-unreachable': 'Its off-chain document could not be fetched.',
  'document-invalid': 'Its off-chain document is not a JSON object.',
  'document-too-large':
    'Its off-chain document, or all documents of the account together, exceed the memory limit.',
  'document-uri-unusable': 'The form of its URI is not supported.',
} as const;
export type Warning = keyof typeof WARNINGS;

/** User-facing sentences for the `warnings` of the whole result (extended format). */
export const HOLDINGS_WARNINGS = {
  'das-unavailable': 'The DAS upstream failed: MPL Core and compressed NFTs are missing.',
  'metadata-unread': 'The on-chain metadata of some items could not be read.',
  'documents-late': 'Some off-chain documents did not arrive in time.',
} as const;
export type HoldingsWarning = keyof typeof HOLDINGS_WARNINGS;

const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const UNSEEN = /\p{Cc}|\p{Default_Ignorable_Code_Point}/gu;
/** The Braille blank looks like a space. It is allowed only in Braille text. */
const BRAILLE_BLANK = '\u2800';
const BRAILLE = /[\u2801-\u28ff]/u;
/**
 * Matches eight or more combining marks on one letter, more than any language uses: they cover the surrounding text.
 */
const PILED_MARKS = /\p{M}{8}/u;
const EMOJI_END = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const LINK_START = /https?:|www\.|\bt\.me\b/iu;
/** Matches a dot after a letter or digit, and the following word, as in `name . com`. */
const DOT_AND_WORD = /[a-z0-9-]\s*\.(?=\s*([a-z]+)\b)/giu;
const LINK_ENDINGS = new Set(
  (
    'com net org io xyz app fi gg me info site top vip claim claims link pro live click fun lol club store shop ' +
    'online cc dev ai co ru win gift event events finance network zone'
  ).split(' '),
);
/** Matches names that consist of plain characters. Such names need only the check for links. */
const PLAIN = /^[A-Za-z0-9 #$&'()+,\-_!?*:]*$/;

/** Longer texts are checked only in part: a mint's name can have 64 KiB, and is checked once for each token account. */
const MAX_CHARACTERS = 1_024;

/** Returns the checked part of a text. Pages show runs of spaces as one, so these cannot hide what follows. */
const checkedPart = (text: string) =>
  text.length <= MAX_CHARACTERS ? text : text.replace(/\s{2,}/g, ' ').slice(0, MAX_CHARACTERS);

/** Returns the warnings about a name and a symbol. */
export function textWarnings(longName: string, longSymbol: string): Warning[] {
  const [name, symbol] = [checkedPart(longName), checkedPart(longSymbol)];
  if (PLAIN.test(name) && PLAIN.test(symbol) && !/https?:/i.test(name + symbol)) return [];
  const text = `${name}\n${symbol}`;
  const found: Warning[] = [];
  if (hasLink(name) || hasLink(symbol)) found.push('link-in-name');
  if (BIDI.test(text)) found.push('bidi-characters');
  if (hasUnseen(name) || hasUnseen(symbol)) found.push('invisible-characters');
  return found;
}

function hasLink(text: string): boolean {
  if (LINK_START.test(text)) return true;
  for (const [, word = ''] of text.matchAll(DOT_AND_WORD)) {
    // Browsers normalize compatibility letters, such as the long s, in host names.
    if (LINK_ENDINGS.has(word.normalize('NFKC').toLowerCase())) return true;
  }
  return false;
}

/** Checks whether text has invisible characters. Ignores those within emoji, and direction characters. */
function hasUnseen(text: string): boolean {
  if (PILED_MARKS.test(text)) return true;
  if (text.includes(BRAILLE_BLANK) && !BRAILLE.test(text)) return true;
  for (const { 0: character, index } of text.matchAll(UNSEEN)) {
    if (BIDI.test(character) || character === '\ufe0e' || character === '\ufe0f') continue;
    // U+200D joins emoji; without an emoji before it, it is invisible.
    if (character === '\u200d' && EMOJI_END.test(text.slice(0, index))) continue;
    return true;
  }
  return false;
}
