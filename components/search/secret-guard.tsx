'use client';

import { useRef, useState } from 'react';
import { holdsRecoveryPhrase, shortestPhrase } from '@/lib/dashboard/search/secrets/recovery-phrase';
import { ClearButton } from './clear-button';

/** Message that says why input must not be used; undefined if it contains no known secret. */
type Refusal = string | undefined;

/** Secrets that a field rejects in addition to those that all fields reject. */
type Use = {
  /** Message for 32 bytes of hex, which may be a private key; undefined to accept 32 bytes of hex. */
  hex32?: string;
  /** Number of words from which the beginning of a recovery phrase is rejected, for text that is used while typing. */
  leastPhraseWords?: number;
};

async function refusalOf(text: string, { hex32, leastPhraseWords }: Use): Promise<Refusal> {
  // Most input is too short for a secret, so the code below is not loaded.
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
 * Guards a field whose text becomes part of a URL or a request.
 * @returns `check`, which resolves to whether input may be used, and the refusal of the latest input
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

/** A warning about a secret, announced immediately, with a button that clears the field. */
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
