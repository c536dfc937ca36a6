'use client';

import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Spoken } from '@/components/ui/a11y/spoken';
import type { AutoRetry } from './use-auto-retry';

/** Counts down to the next retry. Restarts when `of` changes. */
export function Countdown({ of, fromMs }: { of: unknown; fromMs: number }) {
  const [leftMs, setLeftMs] = useState(fromMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value restarts the countdown.
  useEffect(() => {
    const endsAt = performance.now() + fromMs;
    const count = () => setLeftMs(endsAt - performance.now());
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [of, fromMs]);
  return leftMs < 1_000 ? 'now' : `in ${Math.ceil(Math.round(leftMs) / 1_000)}\u00a0s`;
}

type StatusBarProps = {
  children: ReactNode;
  onRetry?: () => void;
  tone?: 'bad' | 'caution' | '';
  /** Whether the status replaces the list instead of being at the bottom of the window. */
  inline?: boolean;
  /** Whether the status appears only after a delay, because most lists load quickly. */
  late?: boolean;
  below?: ReactNode;
  /** Text for screen readers instead of the content, which changes many times a second. */
  spoken?: string;
  /** The next automatic retry. */
  again?: AutoRetry | undefined;
};

const LOOKS = {
  bad: 'border-bad/40 bg-bad-soft',
  caution: 'border-caution/40 bg-caution-soft',
  '': 'border-line bg-raised',
};

/** A status with a button, in place or at the bottom of the window. */
export function StatusBar({
  children,
  onRetry,
  tone = '',
  inline = false,
  late = false,
  below,
  spoken,
  again,
}: StatusBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useBarRoom(bar, !inline);
  return (
    <div
      ref={bar}
      // The status is also printed, because it says which items are missing.
      className={`status-bar noscript:hidden rounded-lg border text-sm ${inline ? 'mt-4 px-5 py-5' : 'fixed inset-x-3 bottom-3 z-20 mx-auto max-w-xl px-4 py-2.5 shadow-lg'} ${LOOKS[tone]} ${late ? 'appear-late' : ''}`}
    >
      <div className="flex items-center justify-between gap-4">
        <p role={tone === 'bad' ? 'alert' : spoken === undefined ? 'status' : undefined} className="min-w-0">
          {children}
        </p>
        {onRetry && !again && (
          <button type="button" className="control" onClick={onRetry}>
            Retry
          </button>
        )}
      </div>
      {again && (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <p>
            Retrying <Countdown of={again.failure} fromMs={again.inMs} />.
          </p>
          <div className="flex gap-2">
            <button type="button" className="control control-primary" onClick={onRetry}>
              Retry now
            </button>
            <button type="button" className="control" onClick={again.stop}>
              Stop
            </button>
          </div>
        </div>
      )}
      {spoken !== undefined && <Spoken text={spoken} />}
      {below && <div className="mt-2 print:hidden">{below}</div>}
    </div>
  );
}

/**
 * Reserves room for the status bar below the page's footer. Sets `padding-bottom` directly, because changing a custom
 * property of the root element would restyle the whole page.
 * @param isFixed whether the bar covers a part of the window
 */
function useBarRoom(bar: RefObject<HTMLElement | null>, isFixed: boolean): void {
  useLayoutEffect(() => {
    const { current } = bar;
    if (current === null || !isFixed) return;
    const { style } = document.documentElement;
    const reserve = () => {
      style.paddingBottom = `calc(${current.offsetHeight}px + 1.5rem)`;
    };
    const observer = new ResizeObserver(reserve);
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.paddingBottom = '';
    };
  }, [bar, isFixed]);
}
