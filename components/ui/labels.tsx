import type { NftRow, RowLock, TokenRow } from '@/lib/dashboard/account/rows';
import { LOCKS, MINT_FACTS, type MintFactName } from '@/lib/solana/facts/messages';
import { WARNINGS, type Warning } from '@/lib/solana/warnings';
import { EXPLAINS } from './explanation';

/**
 * Tone of a label: `bad` if another party can take the item or if the item is an imitation, `caution` if the item
 * cannot be moved, and an empty string for technical facts.
 */
type Tone = 'bad' | 'caution' | '';

/** Text and tone of the label for each warning. */
const SHORT: Record<Warning, { text: string; tone: Tone }> = {
  'look-alike-symbol': { text: 'look-alike', tone: 'bad' },
  'link-in-name': { text: 'link in name', tone: 'bad' },
  'bidi-characters': { text: 'reversed letters', tone: 'bad' },
  'invisible-characters': { text: 'hidden characters', tone: 'bad' },
  'mint-missing': { text: 'mint missing', tone: '' },
  'metadata-unread': { text: 'metadata not read', tone: '' },
  'additional-metadata-cut': { text: 'long metadata', tone: '' },
  'collection-unread': { text: 'collection not read', tone: '' },
  'edition-unread': { text: 'edition not read', tone: '' },
  'document-late': { text: 'metadata still loading', tone: '' },
  'document-unreachable': { text: 'document not read', tone: '' },
  'document-invalid': { text: 'document invalid', tone: '' },
  'document-too-large': { text: 'document too large', tone: '' },
  'document-uri-unusable': { text: 'no usable URI', tone: '' },
};

/** Text of the label for each lock. An unlocked item has no label. */
const LOCK_LABELS: Record<RowLock, string | undefined> = {
  unlocked: undefined,
  frozen: 'frozen',
  locked: 'locked',
  listed: 'for sale',
  unread: 'lock not known',
};

const FACT_TONES: Partial<Record<MintFactName, Tone>> = {
  permanentDelegate: 'bad',
  nonTransferable: 'caution',
};

const isWarning = (word: string): word is Warning => Object.hasOwn(WARNINGS, word);

/** Explains the label “signed”: a creator has signed an item that is not in a verified collection. */
export const SIGNED =
  'A creator has signed it, but it is not in a verified collection. Anyone can create an item and sign it.';

type Props = Pick<TokenRow, 'warnings' | 'lock' | 'facts' | 'delegate' | 'looksLike' | 'token2022'> &
  Pick<NftRow, 'signed' | 'compressed' | 'core'> & {
    /** For NFTs: whether the delegate can move or burn the item, as the delegate of a token always can. */
    takeable?: boolean;
    unverified?: boolean | undefined;
  };

/** Labels with warnings and facts about an item. A click on a label opens an explanation. */
export function Labels({
  warnings = [],
  lock,
  facts = [],
  delegate,
  takeable = true,
  unverified,
  looksLike,
  signed,
  token2022,
  compressed,
  core,
}: Props) {
  const labels: LabelProps[] = warnings.filter(isWarning).map((word) => ({
    ...SHORT[word],
    title:
      word === 'look-alike-symbol' && looksLike !== undefined
        ? `Its symbol looks like that of the well-known ${looksLike.symbol}, but its mint is different.`
        : WARNINGS[word],
  }));
  const held = lock === undefined ? undefined : LOCK_LABELS[lock];
  if (lock !== undefined && held !== undefined)
    labels.push({ text: held, tone: 'caution', title: LOCKS[lock] });
  // The label of a lock makes “delegate can lock it” redundant.
  if (delegate !== undefined && (takeable || held === undefined))
    labels.push({
      text: takeable ? 'delegate can move it' : 'delegate can lock it',
      tone: takeable ? 'bad' : '',
      title: takeable ? `${delegate} can move or burn it.` : `${delegate} can lock it, but not move it.`,
    });
  for (const fact of facts)
    labels.push({
      text: MINT_FACTS[fact].short,
      tone: FACT_TONES[fact] ?? '',
      title: MINT_FACTS[fact].sentence,
    });
  if (token2022) labels.push({ text: 'Token-2022', tone: '', title: 'Held under the Token-2022 program.' });
  if (compressed) labels.push({ text: 'compressed', tone: '', title: 'A compressed NFT (Bubblegum).' });
  if (core) labels.push({ text: 'Core', tone: '', title: 'An MPL Core asset.' });
  if (unverified && !warnings.some((word) => isWarning(word) && SHORT[word].tone === 'bad'))
    labels.push({
      text: signed ? 'no verified collection' : 'unverified',
      tone: '',
      title: 'Unverified metadata: anyone can give an item any name and image.',
    });
  if (signed && unverified) labels.push({ text: 'signed by a creator', tone: '', title: SIGNED });
  if (labels.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap gap-1 align-middle">
      {labels.map((label) => (
        <Label key={label.text} {...label} />
      ))}
    </span>
  );
}

type LabelProps = {
  text: string;
  title: string;
  tone?: Tone;
};

/** A label. A click opens the explanation in `title`. */
export function Label({ text, title, tone = '' }: LabelProps) {
  return (
    <button
      type="button"
      {...EXPLAINS}
      title={title}
      className={`label ${tone === '' ? '' : `label-${tone}`}`}
    >
      <span className="truncate">{text}</span>
    </button>
  );
}
