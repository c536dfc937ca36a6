import type { ReactNode } from 'react';

/** A collapsed hint for whoever runs this server, which visitors can ignore. */
export function OperatorHint({ children }: { children: ReactNode }) {
  return (
    <details className="text-muted text-sm">
      <summary className="inline-flex min-h-6 items-center underline underline-offset-3">
        For the operator
      </summary>
      <p>{children}</p>
    </details>
  );
}
