'use client';

import { useEffect } from 'react';

/** Minimum length of a swipe, in px. The horizontal movement must also be at least as large as the vertical one. */
const SWIPE_PX = 60;

/** Calls `go` after an arrow key or a swipe, with -1 for the previous item and 1 for the next one. */
export function usePrevNextInput(go: (step: -1 | 1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as Element).closest('input, select, textarea, video, audio, pre, [role=tree]'))
        return;
      if (event.key === 'ArrowLeft') go(-1);
      if (event.key === 'ArrowRight') go(1);
    };
    let start: Touch | undefined;
    const onTouchStart = ({ touches }: TouchEvent) => {
      start = touches.length === 1 ? touches[0] : undefined;
    };
    const onTouchEnd = ({ changedTouches: [end], target }: TouchEvent) => {
      if (start === undefined || end === undefined || (target as Element).closest('pre, video, audio'))
        return;
      const across = end.clientX - start.clientX;
      if (Math.abs(across) < Math.max(SWIPE_PX, Math.abs(end.clientY - start.clientY))) return;
      go(across > 0 ? -1 : 1);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('touchstart', onTouchStart, { passive: true });
    document.addEventListener('touchend', onTouchEnd, { passive: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('touchstart', onTouchStart);
      document.removeEventListener('touchend', onTouchEnd);
    };
  }, [go]);
}
