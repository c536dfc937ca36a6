'use client';

/** Error page for internal errors. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <div className="max-w-2xl py-16">
      <div role="alert">
        <h1 className="font-semibold text-2xl tracking-tight">This page failed</h1>
        <p className="mt-2 text-muted">
          The fault is on this server’s side and is in its log. Nothing of yours is lost.
        </p>
      </div>
      <div className="mt-6 flex gap-2">
        <button type="button" className="control control-primary" onClick={reset}>
          Try again
        </button>
        <a href="/" className="control">
          Look something up
        </a>
      </div>
    </div>
  );
}
