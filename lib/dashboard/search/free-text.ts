import { trimEndWhile } from '@/lib/trim-end';
import type { Choice, DetectedInput, InternalPage, Network } from './detected-input';
import { detectKind } from './kinds';

const MAX_OPTIONS = 12;

/** Recognizes a piece of text (without spaces and quotes) as a link or URI. */
type ReadPiece = (piece: string) => DetectedInput | undefined;

/**
 * Recognizes the contents of a sentence, of JSON or of a part of a link. Returns a single address or key, or several as
 * a choice; otherwise the first other input that is recognized, even if mistyped; otherwise undefined.
 */
export function fromFreeText(
  text: string,
  network: Network,
  readPiece?: ReadPiece,
): DetectedInput | undefined {
  const places = new Map<string, InternalPage>();
  let other: DetectedInput | undefined;
  const take = (found: DetectedInput | undefined) => {
    if (found?.ok) places.set(found.href, found);
    else if (other === undefined || (other.kind === 'wrong' && found?.kind !== 'wrong'))
      other = found ?? other;
    return found;
  };
  for (const piece of text.split(/[\s"'`<>,;()[\]{}]+/)) {
    const link = readPiece?.(trimEnd(piece));
    if (link && (link.ok || link.kind !== 'wrong')) {
      take(link);
      continue;
    }
    for (const part of piece.split(/[^A-Za-z0-9._-]+/)) {
      const word = trimEnd(part);
      if (!/^\d*$/.test(word)) take(detectKind(word, network));
    }
  }
  return places.size === 0
    ? other
    : places.size === 1
      ? [...places.values()][0]
      : choiceOf([...places.values()]);
}

/** Removes punctuation that ends a sentence. */
const trimEnd = (word: string) => trimEndWhile(word, (character) => '.:!?'.includes(character));

function choiceOf(places: readonly InternalPage[]): Choice {
  const shown = places.length > MAX_OPTIONS ? `, of which these are the first ${MAX_OPTIONS}` : '';
  return {
    ok: false,
    kind: 'choice',
    message: `${places.length} addresses or keys in this text${shown}. Choose one`,
    options: places.slice(0, MAX_OPTIONS),
  };
}
