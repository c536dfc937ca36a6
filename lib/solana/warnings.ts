/**
 * What an item's `warnings` may say (extended form). Nothing is ever hidden because of one; the words are stable,
 * the sentences are for people.
 */
export const WARNINGS = {
  'look-alike-symbol': 'Its symbol looks like that of a well-known token, but it is another mint.',
  'link-in-name': 'Its name or symbol contains a link: a common way to lead people to a scam.',
  'bidi-characters': 'Its name or symbol contains characters that change the direction of text.',
  'invisible-characters':
    'Its name or symbol contains characters that cannot be seen, or a pile of marks on one letter.',
  'mint-missing': 'Its mint does not exist: its decimals are not known.',
  'metadata-unread': 'Its on-chain metadata could not be read this time.',
  'document-late': 'Its off-chain document did not arrive in time; it may be there on the next call.',
  'document-unreachable': 'Its off-chain document could not be fetched.',
  'document-invalid': 'What its URI leads to is not a JSON object.',
  'document-too-large':
    'Its off-chain document, or all of this account together, would take too much memory.',
  'document-uri-unusable': 'Its URI is not one that a document can be fetched from.',
} as const;
export type Warning = keyof typeof WARNINGS;

/** What the result's own `warnings` may say (extended form). */
export const HOLDINGS_WARNINGS = {
  'das-unavailable': 'The DAS upstream failed: MPL Core and compressed NFTs are missing.',
  'metadata-unread': 'The on-chain metadata of some items could not be read.',
  'documents-late': 'Some off-chain documents did not arrive in time.',
} as const;
export type HoldingsWarning = keyof typeof HOLDINGS_WARNINGS;

const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const UNSEEN = /\p{Cc}|\p{Default_Ignorable_Code_Point}/gu;
/** The blank of Braille looks like a space; in Braille text it is one. */
const BRAILLE_BLANK = '\u2800';
const BRAILLE = /[\u2801-\u28ff]/u;
/** More combining marks on one letter than any language writes: they cover the text around it. */
const PILED_MARKS = /\p{M}{8}/u;
const EMOJI_END = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const LINK_START = /https?:|www\.|\bt\.me\b/iu;
/** A dot after a letter or digit, with the word that follows, as in `name . com`. */
const DOT_AND_WORD = /[a-z0-9-]\s*\.(?=\s*([a-z]+)\b)/giu;
const LINK_ENDINGS = new Set(
  (
    'com net org io xyz app fi gg me info site top vip claim claims link pro live click fun lol club store shop ' +
    'online cc dev ai co ru win gift event events finance network zone'
  ).split(' '),
);
/** What everyday names have none of, so that most are told by one look. */
const PLAIN = /^[A-Za-z0-9 #$&'()+,\-_!?*:]*$/;

/** Warnings that a name and a symbol call for by themselves. */
export function textWarnings(name: string, symbol: string): Warning[] {
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
    // Browsers fold compatibility letters, such as the long s, before they look a host up.
    if (LINK_ENDINGS.has(word.normalize('NFKC').toLowerCase())) return true;
  }
  return false;
}

/** Whether a text has characters that only hide: not the parts of an emoji, and not those that turn direction. */
function hasUnseen(text: string): boolean {
  if (PILED_MARKS.test(text)) return true;
  if (text.includes(BRAILLE_BLANK) && !BRAILLE.test(text)) return true;
  for (const { 0: character, index } of text.matchAll(UNSEEN)) {
    if (BIDI.test(character) || character === '\ufe0e' || character === '\ufe0f') continue;
    // U+200D joins emoji and is fine after one; alone in a name it only hides.
    if (character === '\u200d' && EMOJI_END.test(text.slice(0, index))) continue;
    return true;
  }
  return false;
}
