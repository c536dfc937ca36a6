'use client';

import { useRef, useState } from 'react';
import { useKeptFocus } from '@/components/ui/a11y/use-kept-focus';
import { Icon } from '@/components/ui/icon';
import { type BtcSigner, findBtcSigners } from '@/components/wallet/btc-signers';
import { parseBtcAddress } from '@/lib/bitcoin/address';
import { signingMessage } from '@/lib/dashboard/bitcoin/request-signature';

type Props = { address: string; message: string; onSigned: (signature: string) => void };

/** Buttons that request a signature of the message from the browser's wallets. */
export function WalletSigner({ address, message, onSigned }: Props) {
  const [signers, setSigners] = useState<readonly BtcSigner[]>();
  const [waiting, setWaiting] = useState<string>();
  const [said, setSaid] = useState('');
  const question = useRef(0);
  const first = useRef<HTMLButtonElement>(null);
  useKeptFocus(`${signers?.length} ${waiting}`, first);
  const ask = async ({ name, sign }: BtcSigner) => {
    const asked = ++question.current;
    setWaiting(name);
    setSaid('');
    const answer = await sign(address, parseBtcAddress(address).type === 'p2tr', message);
    if (asked !== question.current) return;
    setWaiting(undefined);
    if (answer.ok) onSigned(answer.signature);
    else setSaid(signingMessage(name, answer.fault));
  };
  /** Cancels a request, so that a late response of the wallet is ignored. */
  const cancel = () => {
    question.current++;
    setWaiting(undefined);
  };
  return (
    <>
      {signers === undefined || signers.length === 0 ? (
        <button type="button" className="control" onClick={() => setSigners(findBtcSigners())}>
          <Icon name="wallet" />
          Sign with a wallet
        </button>
      ) : (
        signers.map((signer, i) => (
          <button
            key={signer.name}
            ref={i === 0 ? first : undefined}
            type="button"
            className="control"
            aria-disabled={waiting !== undefined}
            onClick={() => {
              if (waiting === undefined) void ask(signer);
            }}
          >
            {signer.name}
          </button>
        ))
      )}
      {waiting !== undefined && (
        <button type="button" className="control" onClick={cancel}>
          Cancel
        </button>
      )}
      <p aria-live="polite" className="w-full empty:hidden">
        {waiting !== undefined && `Waiting for ${waiting}: it shows the message and asks you to sign it.`}
        {said !== '' && <span className="text-bad">{said}</span>}
        {signers?.length === 0 &&
          'No Bitcoin wallet that can sign was found in this browser. Sign in the wallet itself and paste the signature.'}
      </p>
    </>
  );
}
