import { Fragment } from 'react';
import { CopiedText } from '@/components/ui/copy/copied-text';
import { cleanText } from '@/lib/dashboard/format';

/** Longer text is truncated: a URI in a Token-2022 mint may have thousands of characters. */
const MAX_INPUT_CHARACTERS = 300;
/** Maximum number of slashes with line breaks, because an untrusted text may have any number of slashes. */
const MAX_PARTS = 40;

/**
 * An untrusted text such as a URI, truncated if it is too long. Lines break after slashes if possible, otherwise
 * anywhere.
 */
export function Breakable({ text }: { text: string }) {
  return (
    <span className="min-w-0 [overflow-wrap:anywhere] [word-break:normal]">
      <Parts text={text.length > MAX_INPUT_CHARACTERS ? `${text.slice(0, MAX_INPUT_CHARACTERS)}…` : text} />
    </span>
  );
}

function Parts({ text }: { text: string }) {
  const [first = '', ...rest] = text.split('/', MAX_PARTS + 1);
  if (rest.length === MAX_PARTS) return text;
  return (
    <>
      {first}
      {rest.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
        <Fragment key={i}>
          /<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** The untrusted URI of an item's metadata document, with a button that copies the full URI. */
export function MetadataUri({ uri }: { uri: string }) {
  const text = cleanText(uri);
  if (text === '') return 'None';
  return (
    <span className="min-w-0 font-mono text-[0.8125rem]">
      <CopiedText text={text} what="metadata URI">
        <Breakable text={text} />
      </CopiedText>
    </span>
  );
}
