'use client';

/** Asks for the same page again. */
export function ReloadButton() {
  return (
    <>
      <button
        type="button"
        className="control control-primary noscript:hidden"
        onClick={() => location.reload()}
      >
        Try again
      </button>
      <noscript>
        {/* biome-ignore lint/a11y/useValidAnchor: an empty reference is this very page. */}
        <a href="" className="control control-primary">
          Try again
        </a>
      </noscript>
    </>
  );
}
