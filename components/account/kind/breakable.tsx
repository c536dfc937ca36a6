import { Fragment } from 'react';

/** An untrusted text may have any number of slashes. */
const MOST_PARTS = 40;

/** A long text such as a URI: its line ends after a slash sooner than inside a word, whatever it stands in. */
export function Breakable({ text }: { text: string }) {
  return (
    <span className="min-w-0 [overflow-wrap:anywhere] [word-break:normal]">
      <Parts text={text} />
    </span>
  );
}

function Parts({ text }: { text: string }) {
  const [first = '', ...rest] = text.split('/', MOST_PARTS + 1);
  if (rest.length === MOST_PARTS) return text;
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
