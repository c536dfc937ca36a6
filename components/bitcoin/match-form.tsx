'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState, useTransition } from 'react';
import { useForm } from 'react-hook-form';
import { type BitcoinView, bitcoinHref } from '@/lib/dashboard/bitcoin-view';
import { schemaResolver } from '../forms/schema-resolver';
import { pasteInOneLine } from '../search/one-line-paste';

type Props = {
  publicKey: string;
  view: BitcoinView;
  defaultChain: number;
  /** The result of comparing the address in the URL. */
  children: ReactNode;
};

/** Length of the shortest address. */
const LEAST_CHARACTERS = 26;

const resolver = schemaResolver('match', async () => (await import('@/lib/dashboard/forms')).MatchFields);

/**
 * Compares an address with the key as soon as the address is complete. Only a valid address leaves the device, in the
 * page's URL; the server compares it.
 */
export function MatchForm({ publicKey, view, defaultChain, children }: Props) {
  const router = useRouter();
  const [going, go] = useTransition();
  /** The address that the text in the field stands for, as far as it is known. */
  const [entered, setEntered] = useState(view.match);
  const { register, handleSubmit, clearErrors, getValues, formState } = useForm({
    resolver,
    reValidateMode: 'onSubmit',
    // A check on blur must not take the focus back.
    shouldFocusError: false,
  });
  const compare = () => {
    const text = getValues('match');
    // The result is ignored if the text has changed during the check.
    const isCurrent = () => getValues('match') === text;
    setEntered(text.trim());
    return handleSubmit(({ match }) => {
      if (!isCurrent()) return;
      setEntered(match);
      if (match === view.match) return;
      const href = bitcoinHref(publicKey, { ...view, match }, defaultChain);
      go(() => router.replace(href, { scroll: false }));
    })();
  };
  const onChange = () => {
    const text = getValues('match').trim();
    if (text.length >= LEAST_CHARACTERS) return void compare();
    clearErrors();
    setEntered(text);
  };
  // A text that is too short for an address is refused only when the visitor leaves the field.
  const onBlur = () => {
    const text = getValues('match').trim();
    if (text !== '' && text.length < LEAST_CHARACTERS) void compare();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start.
  useEffect(() => {
    // Compares text that was typed before this script was loaded.
    if (getValues('match') !== view.match) onChange();
  }, []);
  const refusal = formState.errors.match?.message;
  return (
    // Without JavaScript, the form posts to /find, so that unrecognized text is never in a URL.
    <form
      action="/find"
      method="post"
      noValidate
      className="mt-5 grid gap-x-4 gap-y-1.5 md:grid-cols-[auto_minmax(0,1fr)] md:items-center"
      onSubmit={(event) => {
        event.preventDefault();
        void compare();
      }}
    >
      <input type="hidden" name="matchKey" value={publicKey} />
      <input type="hidden" name="chain" value={view.chain} />
      <h2 className="font-semibold">
        <label htmlFor="match" className="print:inline">
          Is this my key?
        </label>
      </h2>
      <div className="flex gap-2">
        <input
          {...register('match', { onChange, onBlur })}
          id="match"
          defaultValue={view.match}
          onPaste={pasteInOneLine}
          className="field font-mono placeholder:font-sans"
          placeholder="A Bitcoin address to compare"
          aria-invalid={refusal !== undefined}
          aria-describedby="match-error"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <button type="submit" className="control hidden noscript:inline-flex">
          Compare
        </button>
      </div>
      <p
        id="match-error"
        role={refusal ? 'alert' : undefined}
        className="text-bad text-sm empty:hidden md:col-start-2"
      >
        {refusal}
      </p>
      <div role="status" className="said text-sm md:col-start-2">
        {going ? <p className="text-muted">Comparing…</p> : entered === view.match && children}
      </div>
    </form>
  );
}
