type Props = {
  text: string;
  /** What is copied, for the name of the button: “address”. */
  what: string;
  /** Whether the command palette offers it. */
  isCommand?: boolean;
};

/** An icon button that copies a text. It has no state, because a table has hundreds: `CopyListener` copies. */
export function CopyMark({ text, what, isCommand = false }: Props) {
  // The title is its accessible name; an additional label would be announced twice.
  return (
    <button
      type="button"
      className="copy-mark"
      title={`Copy ${what}`}
      data-copy={text}
      data-what={what}
      data-command={isCommand ? `Copy ${what}` : undefined}
    />
  );
}
