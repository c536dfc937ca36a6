'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { BtcAddress } from '@/lib/bitcoin/address';
import { type BitcoinView, bitcoinHref } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { pasteInOneLine } from '../search/one-line-paste';
import { keepingOnDevice, keptOnDevice } from './kept-on-device';

const schema = z.object({ match: BtcAddress });

type Props = { publicKey: string; view: BitcoinView; defaultChain: number };

/** An address to hold against the key; checked here by the server's own schema, compared on the server. */
export function MatchForm({ publicKey, view, defaultChain }: Props) {
  const router = useRouter();
  const [going, go] = useTransition();
  const {
    register,
    handleSubmit,
    trigger,
    formState: { errors },
  } = useForm({
    defaultValues: { match: view.match },
    resolver: keepingOnDevice(zodResolver(schema), ['match']),
  });
  return (
    // Without script the find route reads the form: what is typed is in no address before it is known to be one.
    <form
      action="/find"
      method="post"
      noValidate
      className="max-w-2xl"
      onSubmit={handleSubmit(({ match }) =>
        go(() => router.push(bitcoinHref(publicKey, { ...view, match }, defaultChain), { scroll: false })),
      )}
    >
      <input type="hidden" name="matchKey" value={publicKey} />
      <input type="hidden" name="chain" value={view.chain} />
      <input type="hidden" name="version" value={view.version} />
      <input type="hidden" name="network" value={view.network} />
      <div className="flex gap-2 max-sm:flex-col max-sm:items-start">
        <input
          {...register('match', {
            onChange: async ({ target }: { target: HTMLInputElement }) => {
              if ((await keptOnDevice(target.value)) !== undefined) void trigger('match');
            },
          })}
          onPaste={pasteInOneLine}
          className="field font-mono"
          placeholder="Bitcoin address"
          aria-label="Bitcoin address to compare with the key"
          aria-invalid={errors.match !== undefined}
          aria-describedby="match-error"
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit" className="control" aria-disabled={going}>
          Compare
        </button>
      </div>
      <p id="match-error" role={errors.match ? 'alert' : undefined} className="mt-1 text-bad text-xs">
        {errors.match?.message}
      </p>
    </form>
  );
}
