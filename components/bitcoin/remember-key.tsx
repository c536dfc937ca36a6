'use client';

import { useState } from 'react';
import { Switch } from '@/components/ui/switch';
import { readRefusal } from '@/lib/dashboard/json-lines';
import { refusalMessage } from '@/lib/dashboard/refusal-messages';

type Props = {
  publicKey: string;
  /** An address of the key, which is recorded with the key. */
  btcAddress: string | undefined;
  chain: number;
  isRemembered: boolean;
};

/** Switch that records the page's key, or a note if the key is already recorded. */
export function RememberKey({ publicKey, btcAddress, chain, isRemembered }: Props) {
  const [state, setState] = useState<keyof typeof HINTS>(isRemembered ? 'on' : 'off');
  const [failure, setFailure] = useState<string>();
  const remember = async () => {
    setState('busy');
    const why = await rememberPairing(publicKey, btcAddress, chain);
    setFailure(why);
    setState(why === undefined ? 'on' : 'off');
  };
  return (
    <div className="text-sm">
      <Switch
        name="remember"
        checked={state !== 'off'}
        aria-disabled={state !== 'off'}
        aria-describedby="remember-hint"
        onChange={() => {
          if (state === 'off') void remember();
        }}
      >
        Remember this pairing on this server
      </Switch>
      <p id="remember-hint" role="status" className={failure === undefined ? 'text-muted' : 'said text-bad'}>
        {failure === undefined ? HINTS[state] : `Not remembered. ${failure}.`}
      </p>
    </div>
  );
}

/**
 * Requests that the server record a key with its addresses and accounts. Never throws.
 * @returns an error message if nothing was recorded; otherwise undefined
 */
async function rememberPairing(
  publicKey: string,
  btcAddress: string | undefined,
  chain: number,
): Promise<string | undefined> {
  const query = new URLSearchParams({ chain: String(chain), ...(btcAddress ? { address: btcAddress } : {}) });
  try {
    const answer = await fetch(`/api/accounts/${encodeURIComponent(publicKey)}?${query}`, { method: 'POST' });
    return answer.ok ? undefined : refusalMessage(await readRefusal(answer));
  } catch {
    return 'This server can’t be reached';
  }
}

/** Explanations below the switch, by whether the pairing is recorded. */
const HINTS = {
  off: 'Any visitor who looks up one of its Bitcoin addresses or accounts then finds the others.',
  busy: 'Saving…',
  on: 'Remembered on this server. Its addresses and accounts lead to this key.',
};
