'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { useForm } from 'react-hook-form';
import { bitcoinHref, type ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { recordLookUp } from '@/lib/dashboard/bitcoin/record-look-up';
import type { WalletPair } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { addRecent } from '@/lib/dashboard/search/recents';
import { BtcWalletPicker } from '../wallet/btc-wallet-picker';
import { type KeyFields, keyFormSchema } from './key-form-schema';
import { XOnlyChoice } from './x-only-choice';

type Props = { chains: readonly ChainChoice[]; defaultChain: number; fields: KeyFields };

/** A look-up of a key, checked by the schemas that the server checks it by; a wallet can fill it in. */
export function KeyForm({ chains, defaultChain, fields }: Props) {
  const router = useRouter();
  const [going, go] = useTransition();
  const [xOnly, setXOnly] = useState<WalletPair>();
  const {
    register,
    handleSubmit,
    setValue,
    getValues,
    formState: { errors },
  } = useForm({
    defaultValues: fields,
    resolver: zodResolver(keyFormSchema),
    mode: 'onTouched',
  });

  const submit = handleSubmit(({ btcPublicKey, btcAddress, chain, version }) => {
    const view = { chain: Number(chain), version, match: btcAddress ?? '' };
    const href = bitcoinHref(btcPublicKey, view, defaultChain);
    addRecent({ href, label: 'Bitcoin public key', value: btcPublicKey });
    go(async () => {
      await recordLookUp(btcPublicKey, btcAddress, view.chain);
      router.push(href);
    });
  });

  const fill = (pair: WalletPair) => {
    if (pair.publicKey.length === 64) return setXOnly(pair);
    setXOnly(undefined);
    setValue('btcPublicKey', pair.publicKey, { shouldValidate: true });
    setValue('btcAddress', pair.address, { shouldValidate: true });
    void recordLookUp(pair.publicKey, pair.address, Number(getValues('chain')));
  };

  return (
    // Without script the find route reads the key; the rest of the form is the reader's next step.
    <form onSubmit={submit} action="/find" method="post" noValidate className="grid gap-4">
      <Field
        id="btcPublicKey"
        label="Public key"
        hint="Hex, 33 bytes compressed or 65 uncompressed"
        error={errors.btcPublicKey?.message}
      >
        <input
          id="btcPublicKey"
          {...register('btcPublicKey')}
          className="field font-mono"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={errors.btcPublicKey !== undefined}
          aria-describedby="btcPublicKey-hint"
        />
      </Field>
      <Field
        id="btcAddress"
        label="Bitcoin address (optional)"
        hint="Compared with the key; it changes no account"
        error={errors.btcAddress?.message}
      >
        <input
          id="btcAddress"
          {...register('btcAddress')}
          className="field font-mono"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={errors.btcAddress !== undefined}
          aria-describedby="btcAddress-hint"
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field id="chain" label="Chain">
          <select id="chain" {...register('chain')} className="field">
            {chains.map(({ chainId, name }) => (
              <option key={chainId} value={chainId}>
                {name} ({chainId})
              </option>
            ))}
          </select>
        </Field>
        <Field id="version" label="Version">
          <select id="version" {...register('version')} className="field">
            <option value="2.0.0">2.0.0</option>
            <option value="1.0.0">1.0.0</option>
          </select>
        </Field>
      </div>
      {xOnly && <XOnlyChoice pair={xOnly} onPick={fill} />}
      <div className="flex flex-wrap items-center gap-2">
        <button type="submit" className="control control-primary" disabled={going}>
          {going ? 'Looking it up' : 'Look up'}
        </button>
        <BtcWalletPicker onPair={fill} />
      </div>
    </form>
  );
}

type FieldProps = {
  id: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  children: React.ReactNode;
};

function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        {label}
      </label>
      {children}
      {(error ?? hint) !== undefined && (
        <p
          id={`${id}-hint`}
          role={error === undefined ? undefined : 'alert'}
          className={`mt-1 text-xs ${error === undefined ? 'text-muted' : 'text-bad'}`}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
