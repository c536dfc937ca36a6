'use client';

/** A button that reloads the page. */
export const ReloadButton = () => (
  <button type="button" className="control control-primary noscript:hidden" onClick={() => location.reload()}>
    Retry now
  </button>
);
