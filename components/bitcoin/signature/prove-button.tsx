'use client';

import { type ComponentType, useRef, useState } from 'react';
import { useKeptFocus } from '@/components/ui/a11y/use-kept-focus';
import { type ProveProps, proofTitle } from './prove-props';

/** Opens the panel for a proof by signature. The code of the panel is loaded on the first click. */
export function ProveButton(props: ProveProps) {
  const [Panel, setPanel] = useState<ComponentType<ProveProps>>();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(Panel, () => box.current?.querySelector('h2') ?? null);
  if (Panel !== undefined)
    return (
      <div ref={box}>
        <Panel {...props} />
      </div>
    );
  return (
    <button
      type="button"
      className="control print:hidden"
      aria-disabled={state === 'loading'}
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
          : proofTitle(props.publicKey)}
    </button>
  );
}
