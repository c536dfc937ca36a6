'use client';

import { type ReactNode, useState } from 'react';
import { Switch } from '@/components/ui/switch';
import { rememberPairing } from '@/lib/dashboard/bitcoin/remember-pairing';

type Props = {
  publicKey: string;
  /** An address of the key, which is recorded with the key. */
  btcAddress: string | undefined;
  chain: number;
  isRemembered: boolean;
};

/** Switch that records the page's key, or a note if the key is already recorded. */
export function RememberKey({ publicKey, btcAddress, chain, isRemembered }: Props) {
  const [state, setState] = useState<'off' | 'busy' | 'on'>(isRemembered ? 'on' : 'off');
  const [failure, setFailure] = useState<string>();
  const remember = async () => {
    setState('busy');
    const why = await rememberPairing(publicKey, btcAddress, chain);
    setFailure(why);
    setState(why === undefined ? 'on' : 'off');
  };
  return (
    <RememberSwitch
      checked={state !== 'off'}
      disabled={state !== 'off'}
      failure={failure}
      onChange={() => void remember()}
    >
      {state === 'on'
        ? 'Remembered. Its addresses and accounts lead to this key.'
        : state === 'busy'
          ? 'Saving…'
          : REMEMBER_HINT}
    </RememberSwitch>
  );
}

type RememberSwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Why the pairing could not be recorded. */
  failure?: string | undefined;
  children: ReactNode;
};

/** The switch “Remember this pairing on this server” with an explanation, or the reason for a failure. */
function RememberSwitch({ checked, onChange, disabled = false, failure, children }: RememberSwitchProps) {
  return (
    <div className="text-sm">
      <Switch
        name="remember"
        checked={checked}
        aria-disabled={disabled}
        aria-describedby="remember-hint"
        onChange={({ target }) => {
          if (!disabled) onChange(target.checked);
        }}
      >
        Remember this pairing on this server
      </Switch>
      <p id="remember-hint" role="status" className={failure === undefined ? 'text-muted' : 'said text-bad'}>
        {failure === undefined ? children : `Not remembered. ${failure}.`}
      </p>
    </div>
  );
}

/** Explanation next to the switch while the pairing is not recorded. */
const REMEMBER_HINT =
  'Saves the key with its Bitcoin addresses and accounts, so that any visitor who looks up one finds the others.';
