'use client';

import { useCallback, useEffect, useState, useTransition } from 'react';
import { useForm } from 'react-hook-form';
import { chainQuery } from '@/lib/dashboard/chains';
import type { Choice, DetectedInput, InternalPage } from '@/lib/dashboard/search/detected-input';
import { networkOfPage } from '@/lib/dashboard/search-params';
import { schemaResolver } from '../forms/schema-resolver';
import { useOpenLookUp } from './use-open-look-up';

/** Loads the code that recognizes text, on first use only, because the code includes the checksums of two chains. */
export const loadRecognizer = () => import('@/lib/dashboard/search/detect-input');

/** Result for text that could not be checked for secrets and is therefore not looked up. */
const NOT_READ: DetectedInput = {
  ok: false,
  kind: 'wrong',
  message: 'Couldn’t check this text for secrets, so it was not sent. Reload the page',
};

export type Visit = (page: InternalPage) => string;

const resolver = schemaResolver('q', async () => (await import('@/lib/dashboard/forms')).LookUpFields);

/**
 * Recognizes the text in a look-up form in the browser and opens the matching page. Only the recognized address, key or
 * name leaves the device, in the page's URL.
 * @param refused the initial text, which the server has already rejected
 * @param visit returns the URL of the page to open
 */
export function useSearch(refused?: string, visit: Visit = onSameNetwork) {
  const openLookUp = useOpenLookUp();
  const form = useForm({ resolver, reValidateMode: 'onSubmit' });
  const { getValues, setValue, clearErrors } = form;
  const [text, setText] = useState('');
  const [found, setFound] = useState<DetectedInput>();
  /** Whether the text has been changed or submitted since the page was opened. */
  const [isRead, setRead] = useState(false);
  const [going, go] = useTransition();

  const read = useCallback(
    async (typed: string): Promise<DetectedInput | undefined> => {
      clearErrors();
      setText(typed);
      setRead(true);
      const recognized = await loadRecognizer()
        .then(({ detectInput }) => detectInput(typed))
        .catch(() => NOT_READ);
      if (getValues('q') === typed) setFound(recognized);
      return recognized;
    },
    [clearErrors, getValues],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start.
  useEffect(() => {
    // Recognizes text that was typed before this script was loaded.
    const typed = getValues('q');
    if (typed && typed !== refused) void read(typed);
  }, []);

  /** Opens the page of an option; if the option has no page, shows its message. */
  function choose(chosen: Choice['options'][number]) {
    if (!chosen.ok) return setFound(chosen);
    const { label, value } = chosen;
    go(() => openLookUp({ href: visit(chosen), label, value }));
  }

  const fill = useCallback(
    (filled: string) => {
      setValue('q', filled);
      void read(filled);
    },
    [setValue, read],
  );

  return { form, text, found, going, isRead, read, fill, choose, show: setFound };
}

/** Adds the network of the current account page to the URL of an account, unless the text names a network. */
const onSameNetwork = ({ href, cluster }: InternalPage): string =>
  cluster === undefined && /^\/account\/[^?]*$/.test(href) ? href + chainQuery(networkOfPage()) : href;
