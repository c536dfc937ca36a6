'use client';

import PageError from './(dashboard)/error';

/** Error page for internal errors of the layout. */
export default function LayoutError(props: Parameters<typeof PageError>[0]) {
  return (
    <main className="mx-auto w-full max-w-2xl px-4 py-8">
      <PageError {...props} />
    </main>
  );
}
