'use client';

/** Asks for the same page again. */
export function ReloadButton() {
  return (
    <button type="button" className="control control-primary" onClick={() => location.reload()}>
      Try again
    </button>
  );
}
