'use client';

import { useRef, useState } from 'react';

/** No private key or phrase is shorter: text of usual length loads nothing. */
const LEAST_SECRET = 47;

/** Why a text is not to be used, in words; undefined where it holds no secret that is known. */
type Refusal = string | undefined;

/** What a field is used for decides what it refuses. */
type Use = {
  /** What is said of 32 bytes of hex, where they may be a private key and are of no use to the field. */
  hex32?: string;
  /** Its text is used while it is typed: so many words of a recovery phrase are refused, before the rest comes. */
  leastPhraseWords?: number;
};

async function refusalOf(text: string, { hex32, leastPhraseWords }: Use): Promise<Refusal> {
  // The shortest words have three letters.
  const least = leastPhraseWords === undefined ? LEAST_SECRET : 4 * leastPhraseWords - 1;
  if (text.length < least) return undefined;
  try {
    const [{ secretIn, holdsHex32 }, { holdsRecoveryPhrase }, { secretOnDevice }] = await Promise.all([
      import('@/lib/dashboard/search/secrets/secret'),
      import('@/lib/dashboard/search/secrets/recovery-phrase'),
      import('@/lib/dashboard/search/recognised'),
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

/** The warning of a secret, announced at once. */
export function SecretWarning({ refusal, className = '' }: { refusal: Refusal; className?: string }) {
  return refusal === undefined ? null : (
    <p
      role="alert"
      className={`rounded-md bg-bad-soft px-2.5 py-1.5 font-medium text-bad text-sm ${className}`}
    >
      {refusal}.
    </p>
  );
}
