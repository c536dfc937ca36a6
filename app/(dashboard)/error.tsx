'use client';

/** Error page for internal errors. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <div className="max-w-2xl py-16">
      <div role="alert">
        <h1 className="font-semibold text-2xl tracking-tight">Something went wrong</h1>
        <p className="mt-2 text-muted">
          An error on this server stopped the page. The details are in the server’s log.
        </p>
      </div>
      <div className="mt-6 flex gap-2">
        <button type="button" className="control control-primary" onClick={reset}>
          Try again
        </button>
        <a href="/" className="control">
          Go to the home page
        </a>
      </div>
    </div>
  );
}
