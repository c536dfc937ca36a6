type Props = {
  /** Why the text was not used; undefined if there is no reason. */
  message: string | undefined;
  className?: string;
  /** Empties the field. */
  onClear: () => void;
};

/** A warning about a secret, announced immediately, with a button that clears the field. */
export function SecretWarning({ message, className = '', onClear }: Props) {
  return message === undefined ? null : (
    <p role="alert" className={`box-bad font-medium text-sm ${className}`}>
      {message}.{' '}
      <button type="button" className="control mt-1.5 flex print:hidden" onClick={onClear}>
        Clear
      </button>
    </p>
  );
}
