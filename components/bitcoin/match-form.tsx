'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { BtcAddress } from '@/lib/bitcoin/address';
import { type BitcoinView, bitcoinHref } from '@/lib/dashboard/bitcoin/bitcoin-view';

const schema = z.object({ match: BtcAddress });

type Props = { publicKey: string; view: BitcoinView; defaultChain: number };

/** An address to hold against the key; checked here by the server's own schema, compared on the server. */
export function MatchForm({ publicKey, view, defaultChain }: Props) {
  const router = useRouter();
  const [going, go] = useTransition();
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ defaultValues: { match: view.match }, resolver: zodResolver(schema) });
  return (
    <form
      method="get"
      noValidate
      className="max-w-2xl print:hidden"
      onSubmit={handleSubmit(({ match }) =>
        go(() => router.push(bitcoinHref(publicKey, { ...view, match }, defaultChain), { scroll: false })),
      )}
    >
      <div className="flex gap-2">
        <input
          {...register('match')}
          className="field font-mono"
          placeholder="Bitcoin address"
          aria-label="Bitcoin address to compare with the key"
          aria-invalid={errors.match !== undefined}
          aria-describedby="match-error"
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit" className="control" disabled={going}>
          Compare
        </button>
      </div>
      <p id="match-error" role={errors.match ? 'alert' : undefined} className="mt-1 text-bad text-xs">
        {errors.match?.message}
      </p>
    </form>
  );
}
