'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useState, useTransition } from 'react';
import { focusHeading } from '@/components/ui/a11y/focus-heading';
import { PageLink } from '@/components/ui/page-link';
import { KEY_FROM_WALLET } from '@/lib/dashboard/bitcoin-view';

type Props = {
  address: string;
  chainId: number;
  hosts: readonly string[];
  /** URL of the form for a public key. */
  keyForm: string;
  /** Other ways to the key, next to the buttons. */
  children: ReactNode;
};

/** Searches Bitcoin servers for the key of an address, after the visitor's consent, because they see the address. */
export function AskServers({ address, chainId, hosts, keyForm, children }: Props) {
  const router = useRouter();
  const [answer, setAnswer] = useState<Discovery>();
  const [asking, ask] = useTransition();
  const names = hosts.join(', then ');
  const onAsk = () => {
    if (asking) return;
    ask(async () => {
      const found = await requestDiscovery(address, chainId, names);
      setAnswer(found);
      if (!found.isFound) return;
      // The result replaces the focused button.
      focusHeading();
      router.refresh();
    });
  };
  return (
    <>
      <p aria-live="polite" className="max-w-3xl">
        {answer === undefined
          ? `If this address has ever sent bitcoin, its public key is on-chain and can be found, unless several keys control it. The search shows this address to ${names}. A key that is found is remembered on this server, and any visitor can look it up.`
          : asking
            ? `Searching ${names}…`
            : answer.isFound
              ? answer.message
              : `${answer.message} ${KEY_FROM_WALLET}`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        <button
          type="button"
          className={`control ${answer === undefined ? 'control-primary' : 'order-last'} whitespace-normal py-1.5 text-left`}
          aria-disabled={asking}
          onClick={onAsk}
        >
          {asking ? `Searching ${names}` : `Search ${names}${answer === undefined ? '' : ' again'}`}
        </button>
        <PageLink href={keyForm} className={`control ${answer === undefined ? '' : 'control-primary'}`}>
          Enter its public key
        </PageLink>
        {children}
      </div>
    </>
  );
}

type Discovery = { isFound: boolean; message: string };

/**
 * Requests that the server find and record the key of an address. Never throws.
 * @param chainId the chain on which a key is recorded if it is found
 * @param names the servers that are searched
 */
async function requestDiscovery(btcAddress: string, chainId: number, names: string): Promise<Discovery> {
  const method = 'svc_aa_getBTCAccountsByAddress';
  const params = [{ btcAddress, discover: true }];
  try {
    const answer = await fetch('/api/rpc/evm-chain', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, chainId, params }),
    });
    const { result, error } = (await answer.json()) as { result?: unknown[]; error?: { message: string } };
    if (error !== undefined) return { isFound: false, message: `${error.message}.` };
    if (result !== undefined && result.length > 0) return { isFound: true, message: 'Its key was found.' };
    const message = `Searched ${names}: no key was found in the latest transactions that spend from this address. An address shows its key only when it spends.`;
    return { isFound: false, message };
  } catch {
    return { isFound: false, message: 'This server can’t be reached.' };
  }
}
