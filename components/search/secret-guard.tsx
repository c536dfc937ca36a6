'use client';

import { useRef, useState } from 'react';
import { holdsRecoveryPhrase, shortestPhrase } from '@/lib/dashboard/search/secrets/recovery-phrase';
import { ClearButton } from './clear-button';

/** Why a text must not be used; undefined if it holds no known secret. */
type Refusal = string | undefined;

/** What a field refuses depends on its use. */
type Use = {
  /** The refusal of 32 bytes of hex, which may be a private key, if the field has no use for them. */
  hex32?: string;
  /** Refuses the first words of a recovery phrase already, because the text is used while it is typed. */
  leastPhraseWords?: number;
};

async function refusalOf(text: string, { hex32, leastPhraseWords }: Use): Promise<Refusal> {
  // Text of usual length loads nothing.
  if (text.length < shortestPhrase(leastPhraseWords)) return undefined;
  try {
    const [{ secretIn, holdsHex32 }, { secretOnDevice }] = await Promise.all([
      import('@/lib/dashboard/search/secrets/secret'),
      import('@/lib/dashboard/search/detected-input'),
    ]);
    if (leastPhraseWords !== undefined && (await holdsRecoveryPhrase(text, leastPhraseWords)))
      return secretOnDevice('a recovery phrase, or part of one').message;
    const label = await secretIn(text);
    if (label !== undefined) return secretOnDevice(label).message;
    return hex32 !== undefined && holdsHex32(text) ? hex32 : undefined;
  } catch {
    return 'This could not be searched for private keys, so it was not sent. Reload the page';
  }
}

/**
 * Watches over a field from which text would reach an address or a request.
 * @returns `check`, which says whether a text may be used, and the refusal of the latest text
 */
export function useSecretGuard(use: Use = {}) {
  const [refusal, setRefusal] = useState<Refusal>();
  const latest = useRef('');
  async function check(text: string): Promise<boolean> {
    latest.current = text;
    const found = await refusalOf(text, use);
    if (latest.current !== text) return false;
    setRefusal(found);
    return found === undefined;
  }
  return { refusal, check };
}

type WarningProps = {
  refusal: Refusal;
  className?: string;
  /** Empties the field. */
  onClear: () => void;
};

/** Warns about a secret, announced at once, with a button that removes it. */
export function SecretWarning({ refusal, className = '', onClear }: WarningProps) {
  return refusal === undefined ? null : (
    <p
      role="alert"
      className={`rounded-md bg-bad-soft px-2.5 py-1.5 font-medium text-bad text-sm ${className}`}
    >
      {refusal}. <ClearButton onClear={onClear} />
    </p>
  );
}
