type Props = {
  text: string;
  /** What is copied, for the name of the button: “address”. */
  what: string;
};

/**
 * A small square that copies a text. A table has hundreds of them, so it is one element without any state:
 * `CopyListener` does the work for all of a page.
 */
export function CopyMark({ text, what }: Props) {
  // Its title is its name: a label beside it would be spoken twice.
  return (
    <button type="button" className="copy-mark" title={`Copy ${what}`} data-copy={text} data-what={what} />
  );
}
