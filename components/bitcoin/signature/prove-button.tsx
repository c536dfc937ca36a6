'use client';

import { type ComponentType, useState } from 'react';
import type { ProveProps } from './prove-props';

/** Leads to a proof by a signature. The code that checks it is loaded when this is pressed, never before. */
export function ProveButton(props: ProveProps) {
  const [Panel, setPanel] = useState<ComponentType<ProveProps>>();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  if (Panel !== undefined) return <Panel {...props} />;
  return (
    <button
      type="button"
      className="control print:hidden"
      disabled={state === 'loading'}
      onClick={() => {
        setState('loading');
        import('./signature-panel').then(
          ({ SignaturePanel }) => setPanel(() => SignaturePanel),
          () => setState('failed'),
        );
      }}
    >
      {state === 'loading'
        ? 'Loading'
        : state === 'failed'
          ? 'Could not be loaded: try again'
          : 'Prove it with a signature'}
    </button>
  );
}
