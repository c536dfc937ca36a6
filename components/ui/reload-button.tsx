'use client';

/** A button that requests the same page again. */
export const ReloadButton = () => (
  <button type="button" className="control control-primary noscript:hidden" onClick={() => location.reload()}>
    Try again
  </button>
);
