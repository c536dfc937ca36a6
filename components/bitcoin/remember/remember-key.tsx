'use client';

import { useState } from 'react';
import { rememberPairing } from '@/lib/dashboard/bitcoin/remember-pairing';
import { REMEMBER_HINT, RememberSwitch } from './remember-switch';

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
