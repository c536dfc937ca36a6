import { Fragment } from 'react';

/** Longest text that a page shows whole: a URI of Token-2022 may have thousands of characters. */
const MAX_INPUT_CHARACTERS = 300;
/** An untrusted text may have any number of slashes. */
const MAX_PARTS = 40;

/**
 * An untrusted text such as a URI, cut where it is too long: its line ends after a slash sooner than inside a word,
 * whatever it stands in.
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text.
        <Fragment key={i}>
          /<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
