type Props = {
  text: string;
  /** What is copied, for the name of the button: “address”. */
  what: string;
};

/** An icon button that copies text. A page has hundreds, so `CopyListener` handles the clicks for all of them. */
export function CopyMark({ text, what }: Props) {
  // The title is the accessible name. With an additional label, screen readers would announce both.
  return (
    <button type="button" className="copy-mark" title={`Copy ${what}`} data-copy={text} data-what={what} />
  );
}
