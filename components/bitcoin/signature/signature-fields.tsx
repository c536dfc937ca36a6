import type { ReactNode } from 'react';
import { SecretWarning } from '@/components/forms/secret-warning';
import type { ProveProps } from './prove-props';

type AddressProps = Pick<ProveProps, 'addresses'> & {
  address: string;
  onChoose: (address: string) => void;
};

/** Select for the address that signs. */
export function AddressChoice({ addresses, address, onChoose }: AddressProps) {
  return (
    <Field id="signing-address" label="Address">
      <select
        id="signing-address"
        className="field truncate"
        value={address}
        onChange={({ target }) => onChoose(target.value)}
      >
        {addresses.map((each) => (
          <option key={each.address} value={each.address}>
            {each.name}: {each.address}
          </option>
        ))}
      </select>
    </Field>
  );
}

type TextProps = {
  value: string;
  onChange: (text: string) => void;
  /** Why the text must not be used, if it contains a secret. */
  refusal: string | undefined;
};

/** Field for the message to sign. */
export function MessageField({ value, onChange, refusal }: TextProps) {
  return (
    <Field id="signed-message" label="Message" hint="This exact text is signed. You can edit it.">
      <textarea
        id="signed-message"
        className={`field py-2 ${refusal === undefined ? '' : 'masked'}`}
        rows={5}
        value={value}
        spellCheck={false}
        aria-describedby="signed-message-hint"
        onChange={({ target }) => onChange(target.value)}
      />
      <SecretWarning message={refusal} className="mt-1" onClear={() => onChange('')} />
    </Field>
  );
}

/** Field for the signature. */
export function SignatureField({ value, onChange, refusal }: TextProps) {
  return (
    <Field id="signature-text" label="Signature" hint="Base64, by BIP-137 or BIP-322 (simple)">
      <textarea
        id="signature-text"
        className={`field py-2 font-mono text-xs max-sm:min-h-[calc(7lh+1.125rem)] ${refusal === undefined ? '' : 'masked'}`}
        rows={4}
        value={value}
        spellCheck={false}
        autoComplete="off"
        aria-describedby="signature-text-hint"
        onChange={({ target }) => onChange(target.value)}
      />
      <SecretWarning message={refusal} className="mt-1" onClear={() => onChange('')} />
    </Field>
  );
}

type FieldProps = { id: string; label: string; hint?: string; children: ReactNode };

function Field({ id, label, hint, children }: FieldProps) {
  return (
    <div className="form-field">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
