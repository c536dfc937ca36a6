'use client';

import { useState, useTransition } from 'react';
import { bitcoinHref } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { rememberPairing } from '@/lib/dashboard/bitcoin/remember-pairing';
import { useOpenLookUp } from '../../search/use-open-look-up';
import { REMEMBER_HINT, RememberSwitch } from './remember-switch';

type Props = { publicKey: string; btcAddress: string; chain: number; defaultChain: number };

/** Button that opens the page of a key and, if the switch is on, records the key first. */
export function LookUpKey({ publicKey, btcAddress, chain, defaultChain }: Props) {
  const openLookUp = useOpenLookUp();
  const [going, go] = useTransition();
  const [isOn, setOn] = useState(false);
  const [failure, setFailure] = useState<string>();
  const lookUp = () =>
    go(async () => {
      const why = isOn ? await rememberPairing(publicKey, btcAddress, chain) : undefined;
      setFailure(why);
      if (why !== undefined) return;
      const href = bitcoinHref(publicKey, { chain, match: btcAddress }, defaultChain);
      openLookUp({ href, label: 'Bitcoin public key', value: publicKey });
    });
  return (
    <div className="grid gap-3 print:hidden">
      <RememberSwitch checked={isOn} onChange={setOn} failure={failure}>
        {REMEMBER_HINT}
      </RememberSwitch>
      <p>
        <button
          type="button"
          className="control control-primary"
          aria-disabled={going}
          onClick={() => {
            if (!going) lookUp();
          }}
        >
          Look up
        </button>
      </p>
    </div>
  );
}
