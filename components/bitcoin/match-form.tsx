'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useRef, useState, useTransition } from 'react';
import { type BitcoinView, bitcoinHref } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { pasteInOneLine } from '../search/one-line-paste';
import { keptOnDevice, NOT_CHECKED } from './kept-on-device';

type Props = {
  publicKey: string;
  view: BitcoinView;
  defaultChain: number;
  /** The result of comparing the address in the URL. */
  children: ReactNode;
};

/** Length of the shortest address. */
const LEAST_CHARACTERS = 26;

/**
 * Compares an address with the key as soon as the address is complete. Only a valid address leaves the device, in the
 * page's URL; the server compares it.
 */
export function MatchForm({ publicKey, view, defaultChain, children }: Props) {
  const router = useRouter();
  const [going, go] = useTransition();
  const latest = useRef(view.match);
  const [isAnswered, setAnswered] = useState(true);
  const [refusal, setRefusal] = useState<string>();
  const compare = async (text: string, isComplete: boolean) => {
    latest.current = text;
    const trimmed = text.trim();
    const why = await refusalOf(trimmed, isComplete);
    if (latest.current !== text) return;
    setRefusal(why.refusal);
    setAnswered(trimmed === view.match);
    if (why.address === undefined || why.address === view.match) return;
    const href = bitcoinHref(publicKey, { ...view, match: why.address }, defaultChain);
    go(() => router.replace(href, { scroll: false }));
    setAnswered(true);
  };
  return (
    // Without JavaScript, the form posts to /find, so that unrecognized text is never in a URL.
    <form
      action="/find"
      method="post"
      noValidate
      className="mt-5 grid gap-x-4 gap-y-1.5 md:grid-cols-[auto_minmax(0,1fr)] md:items-center"
      onSubmit={(event) => {
        event.preventDefault();
        void compare(latest.current, true);
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
          id="match"
          name="match"
          defaultValue={view.match}
          onChange={({ target }) => void compare(target.value, false)}
          // A text that is too short for an address is rejected only when the reader leaves the field.
          onBlur={({ target }) =>
            target.value.trim().length < LEAST_CHARACTERS && void compare(target.value, true)
          }
          onPaste={pasteInOneLine}
          className="field font-mono placeholder:font-sans"
          placeholder="Paste a Bitcoin address to compare it with the key"
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
        {going ? <p className="text-muted">Comparing…</p> : isAnswered && children}
      </div>
    </form>
  );
}

/**
 * Returns the address in the input, or why it is rejected; an empty object for input that may still be incomplete.
 */
async function refusalOf(
  text: string,
  isComplete: boolean,
): Promise<{ refusal?: string | undefined; address?: string | undefined }> {
  const kept = await keptOnDevice(text);
  if (kept !== undefined) return { refusal: kept };
  if (text === '' || (!isComplete && text.length < LEAST_CHARACTERS)) return {};
  const schemas = await import('@/lib/bitcoin/address').catch(() => undefined);
  const read = schemas?.BtcAddress.safeParse(text);
  return read?.success ? { address: read.data } : { refusal: read?.error.issues[0]?.message ?? NOT_CHECKED };
}
