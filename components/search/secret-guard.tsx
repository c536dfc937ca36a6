'use client';

import { useRef, useState } from 'react';
import { shortestPhrase } from '@/lib/dashboard/search/recovery-phrase';

async function refusalOf(text: string): Promise<string | undefined> {
  // Most input is too short for a secret, so the code below is not loaded.
  if (text.length < shortestPhrase()) return undefined;
  try {
    const [{ secretIn }, { secretOnDevice }] = await Promise.all([
      import('@/lib/dashboard/search/secrets'),
      import('@/lib/dashboard/search/detected-input'),
    ]);
    const label = await secretIn(text);
    return label === undefined ? undefined : secretOnDevice(label).message;
  } catch {
    return 'This could not be searched for private keys, so it was not sent. Reload the page';
  }
}

/**
 * Guards a field while its text is typed.
 * @returns `check`, which resolves to whether input may be used, and why the latest input may not; undefined if it may
 */
export function useSecretGuard() {
  const [refusal, setRefusal] = useState<string>();
  const latest = useRef('');
  async function check(text: string): Promise<boolean> {
    latest.current = text;
    const found = await refusalOf(text);
    if (latest.current !== text) return false;
    setRefusal(found);
    return found === undefined;
  }
  return { refusal, check };
}
