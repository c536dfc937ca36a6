type Props = { label: string; isChecking: boolean; onCheck: () => void; className: string };

/** A button that checks the chains of a key again. It keeps the focus while they are checked. */
export const CheckAgain = ({ label, isChecking, onCheck, className }: Props) => (
  <button
    type="button"
    className={`control print:hidden ${className}`}
    aria-disabled={isChecking}
    onClick={() => {
      if (!isChecking) onCheck();
    }}
  >
    {isChecking ? 'Checking…' : label}
  </button>
);
