import type { RowLock } from '@/lib/dashboard/account/rows';
import { LOCKS, MINT_FACTS, type MintFactName } from '@/lib/solana/facts/messages';
import { WARNINGS, type Warning } from '@/lib/solana/warnings';

/** The short form of each warning. */
const SHORT: Record<Warning, { text: string; tone: 'caution' | 'bad' | '' }> = {
  'look-alike-symbol': { text: 'look-alike', tone: 'bad' },
  'link-in-name': { text: 'link in name', tone: 'bad' },
  'bidi-characters': { text: 'right-to-left override', tone: 'bad' },
  'invisible-characters': { text: 'hidden characters', tone: 'bad' },
  'mint-missing': { text: 'mint missing', tone: 'caution' },
  'metadata-unread': { text: 'metadata unread', tone: 'caution' },
  'additional-metadata-cut': { text: 'long metadata', tone: '' },
  'edition-unread': { text: 'edition unread', tone: 'caution' },
  'document-late': { text: 'metadata still loading', tone: 'caution' },
  'document-unreachable': { text: 'document not read', tone: 'caution' },
  'document-invalid': { text: 'document invalid', tone: 'caution' },
  'document-too-large': { text: 'document too large', tone: 'caution' },
  'document-uri-unusable': { text: 'no usable URI', tone: 'caution' },
};

/** The short form of each lock; an unlocked item is like any other. */
const LOCK_LABELS: Record<RowLock, string | undefined> = {
  unlocked: undefined,
  frozen: 'frozen',
  locked: 'locked',
  listed: 'listed',
  unread: 'lock not known',
};

const isWarning = (word: string): word is Warning => Object.hasOwn(WARNINGS, word);
const shortOf = (word: Warning) => SHORT[word];

/** What a creator's signature is worth where no collection has signed. */
export const SIGNED =
  'One of its creators has signed it, and no collection has. Anyone can create an item and sign it.';

type Props = {
  warnings?: readonly string[] | undefined;
  lock?: RowLock | undefined;
  facts?: readonly MintFactName[] | undefined;
  delegate?: string | undefined;
  unverified?: boolean | undefined;
  signed?: boolean | undefined;
  token2022?: boolean | undefined;
  compressed?: boolean | undefined;
  core?: boolean | undefined;
};

/** What is to be known about an item before one believes it, as small labels; each tells the whole in its title. */
export function Labels({
  warnings = [],
  lock,
  facts = [],
  delegate,
  unverified,
  signed,
  token2022,
  compressed,
  core,
}: Props) {
  const labels = warnings
    .filter(isWarning)
    .map((word) => ({ ...shortOf(word), title: WARNINGS[word] as string }));
  const held = lock === undefined ? undefined : LOCK_LABELS[lock];
  if (lock !== undefined && held !== undefined) labels.push({ text: held, tone: '', title: LOCKS[lock] });
  if (delegate !== undefined)
    labels.push({ text: 'delegated', tone: '', title: `${delegate} may move it as well.` });
  for (const fact of facts)
    labels.push({ text: MINT_FACTS[fact].short, tone: '', title: MINT_FACTS[fact].sentence });
  if (token2022) labels.push({ text: 'Token-2022', tone: '', title: 'Held under the Token-2022 program.' });
  if (compressed) labels.push({ text: 'compressed', tone: '', title: 'A compressed NFT (Bubblegum).' });
  if (core) labels.push({ text: 'Core', tone: '', title: 'An MPL Core asset.' });
  if (unverified && !labels.some(({ tone }) => tone === 'bad'))
    labels.push({
      text: 'unverified',
      tone: 'caution',
      title: 'Nothing vouches for what it says of itself.',
    });
  if (signed && unverified) labels.push({ text: 'signed by a creator', tone: '', title: SIGNED });
  if (labels.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap gap-1 align-middle">
      {labels.map(({ text, tone, title }) => (
        <span key={text} title={title} className={`label ${tone === '' ? '' : `label-${tone}`}`}>
          {text}
        </span>
      ))}
    </span>
  );
}
