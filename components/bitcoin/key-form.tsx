'use client';

import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { bitcoinHref, type ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { recordLookUp } from '@/lib/dashboard/bitcoin/record-look-up';
import type { WalletPair } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { addRecent } from '@/lib/dashboard/search/recents';
import { pasteInOneLine } from '../search/one-line-paste';
import { BtcWalletPicker } from '../wallet/btc-wallet-picker';
import { keepingOnDevice, keptOnDevice } from './kept-on-device';
import type { KeyFields } from './key-form-schema';
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
    trigger,
    formState: { errors },
  } = useForm({
    defaultValues: fields,
    resolver: keepingOnDevice(
      async () => (await import('./key-form-schema')).keyFormSchema,
      ['btcPublicKey', 'btcAddress'],
    ),
    mode: 'onTouched',
  });

  const submit = handleSubmit(({ btcPublicKey, btcAddress, chain, version }) => {
    if (going) return;
    const view = { chain: Number(chain), version, match: btcAddress ?? '' };
    const href = bitcoinHref(btcPublicKey, view, defaultChain);
    addRecent({ href, label: 'Bitcoin public key', value: btcPublicKey });
    go(async () => {
      await recordLookUp(btcPublicKey, btcAddress, view.chain);
      router.push(href);
    });
  });

  /** A field that warns of a pasted secret at once; anything else waits until the field is left. */
  const textField = (name: 'btcPublicKey' | 'btcAddress') =>
    register(name, {
      onChange: async ({ target }: { target: HTMLInputElement }) => {
        if ((await keptOnDevice(target.value)) !== undefined) void trigger(name);
      },
    });

  const fill = (pair: WalletPair) => {
    if (pair.publicKey.length === 64) return setXOnly(pair);
    setXOnly(undefined);
    setValue('btcPublicKey', pair.publicKey, { shouldValidate: true });
    setValue('btcAddress', pair.address, { shouldValidate: true });
    void recordLookUp(pair.publicKey, pair.address, Number(getValues('chain')));
  };

  return (
    // Without script the find route reads the form.
    <form onSubmit={submit} action="/find" method="post" noValidate className="grid gap-4">
      <TextField
        label="Public key"
        hint="Hex, 33 bytes compressed or 65 uncompressed"
        field={textField('btcPublicKey')}
        error={errors.btcPublicKey}
      />
      <TextField
        label="Bitcoin address (optional)"
        hint="Compared with the key; it changes no account"
        field={textField('btcAddress')}
        error={errors.btcAddress}
      />
      <div className="grid gap-4 min-[400px]:grid-cols-2">
        <ChainField chains={chains} field={register('chain')} />
        <VersionField field={register('version')} />
      </div>
      {xOnly && <XOnlyChoice pair={xOnly} onPick={fill} />}
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="submit"
          className="control control-primary"
          aria-disabled={going}
          // Left by the press, a field would say what is wrong at once, and move the button from under it.
          onMouseDown={(event) => event.preventDefault()}
        >
          {going ? 'Looking it up' : 'Look up'}
        </button>
        <BtcWalletPicker onPair={fill} />
      </div>
    </form>
  );
}

type TextFieldProps = {
  label: string;
  hint: string;
  field: UseFormRegisterReturn;
  error: { message?: string | undefined; type?: string } | undefined;
};

/** A line of text, named by its field in the form; its error stands in place of its hint. */
function TextField({ label, hint, field, error }: TextFieldProps) {
  return (
    <Field id={field.name} label={label} hint={hint} error={error?.message}>
      <input
        id={field.name}
        {...field}
        onPaste={pasteInOneLine}
        // A secret is not printed, whatever else was refused is.
        className={`field font-mono ${error?.type === 'kept-on-device' ? '' : 'printed'}`}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={`${field.name}-hint`}
      />
    </Field>
  );
}

function ChainField({ chains, field }: { chains: readonly ChainChoice[]; field: UseFormRegisterReturn }) {
  return (
    <Field id="chain" label="Chain">
      <select id="chain" {...field} className="field">
        {chains.map(({ chainId, name }) => (
          <option key={chainId} value={chainId}>
            {name} ({chainId})
          </option>
        ))}
      </select>
    </Field>
  );
}

function VersionField({ field }: { field: UseFormRegisterReturn }) {
  return (
    <Field id="version" label="Version">
      <select id="version" {...field} className="field">
        {[...ACCOUNT_VERSION_NAMES].reverse().map((version) => (
          <option key={version} value={version}>
            {version}
          </option>
        ))}
      </select>
    </Field>
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
    <div className="form-field">
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
