import { useEffect, useRef, useState } from 'react';
import type { Choice } from '@/lib/dashboard/search/detected-input';
import type { Option } from './options';

/** Tracks the option selected by the arrow keys: none at first and after `of` has changed. */
export function useActiveOption(options: readonly Option[], of: Choice | string) {
  const [active, setActive] = useState(-1);
  const before = useRef(of);
  useEffect(() => {
    if (before.current !== of) setActive(-1);
    before.current = of;
  }, [of]);
  /** Moves the selection. @returns false if the key does not move it */
  function move(key: string): boolean {
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || options.length === 0) return false;
    // There is one more place than options, because the field itself is a stop before the first option.
    const places = options.length + 1;
    setActive((was) => ((was + 1 + step + places) % places) - 1);
    return true;
  }
  return { active: active < options.length ? active : -1, move };
}
