'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useRef, useState, useTransition } from 'react';
import { type BitcoinView, bitcoinHref } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { pasteInOneLine } from '../search/one-line-paste';
import { keptOnDevice, NOT_CHECKED } from './kept-on-device';

type Props = { publicKey: string; view: BitcoinView; defaultChain: number };

/** An address to hold against the key; checked here by the server's own schema, compared on the server. */
export function MatchForm({ publicKey, view, defaultChain }: Props) {
  const router = useRouter();
  const [going, go] = useTransition();
  const field = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const refuse = (message: string) => {
    setRefusal(message);
    field.current?.focus();
  };
  const compare = async (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value ?? '';
    const kept = await keptOnDevice(text);
    if (kept !== undefined) return refuse(kept);
    const schemas = await import('@/lib/bitcoin/address').catch(() => undefined);
    const read = schemas?.BtcAddress.safeParse(text);
    if (!read?.success) return refuse(read?.error.issues[0]?.message ?? NOT_CHECKED);
    setRefusal(undefined);
    const href = bitcoinHref(publicKey, { ...view, match: read.data }, defaultChain);
    go(() => router.push(href, { scroll: false }));
  };
  return (
    // Without script the find route reads the form: what is typed is in no address before it is known to be one.
    <form action="/find" method="post" noValidate className="max-w-2xl" onSubmit={compare}>
      <input type="hidden" name="matchKey" value={publicKey} />
      <input type="hidden" name="chain" value={view.chain} />
      <input type="hidden" name="version" value={view.version} />
      <input type="hidden" name="network" value={view.network} />
      <label htmlFor="match" className="mb-1 block text-balance font-medium text-sm">
        Bitcoin address to compare with the key
      </label>
      <div className="flex gap-2 max-sm:flex-col max-sm:items-start">
        <input
          ref={field}
          id="match"
          name="match"
          defaultValue={view.match}
          onChange={async ({ target }) => {
            const { value } = target;
            const kept = await keptOnDevice(value);
            if (target.value === value) setRefusal(kept);
          }}
          onPaste={pasteInOneLine}
          className="field font-mono"
          placeholder="Bitcoin address"
          aria-invalid={refusal !== undefined}
          aria-describedby="match-error"
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit" className="control" aria-disabled={going}>
          Compare
        </button>
      </div>
      <p id="match-error" role={refusal ? 'alert' : undefined} className="mt-1 text-bad text-xs">
        {refusal}
      </p>
    </form>
  );
}
