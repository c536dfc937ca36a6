'use client';

import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { focusHeading } from '@/components/ui/a11y/focus-heading';
import { type DiscoveryAnswer, requestDiscovery } from '@/lib/dashboard/bitcoin/discover-key';

type Props = { address: string; chainId: number; hosts: readonly string[] };

/** Searches Bitcoin servers for the key of an address, after the visitor's consent, because they see the address. */
export function AskServers({ address, chainId, hosts }: Props) {
  const router = useRouter();
  const [answer, setAnswer] = useState<DiscoveryAnswer>();
  const [asking, ask] = useTransition();
  const names = hosts.join(', then ');
  const onAsk = () => {
    if (asking) return;
    ask(async () => {
      const found = await requestDiscovery(address, chainId);
      setAnswer(found);
      if (found.outcome !== 'found') return;
      // The result replaces the focused button.
      focusHeading();
      router.refresh();
    });
  };
  return (
    <div className="mt-3">
      {answer === undefined && (
        <p>
          Once an address has spent, its public key is visible on-chain, unless several keys control it.
          Nothing is sent until you click; {names} will then see this address. A key that is found is saved on
          this server with its addresses and accounts, for every visitor.
        </p>
      )}
      <p className="mt-3 print:hidden">
        <button
          type="button"
          className="control control-primary whitespace-normal py-1.5 text-left"
          aria-disabled={asking}
          onClick={onAsk}
        >
          {asking ? `Searching ${names}` : `Search ${names}${answer === undefined ? '' : ' again'}`}
        </button>
      </p>
      <p aria-live="polite" className="mt-2">
        {!asking && answer && wordsOf(answer, names)}
      </p>
    </div>
  );
}

function wordsOf(answer: DiscoveryAnswer, names: string): string {
  switch (answer.outcome) {
    case 'found':
      return 'Its key was found.';
    case 'nothing':
      return `Searched ${names}: no key was found in the latest transactions that spend from this address.`;
    case 'failed':
      return `${answer.message}.`;
  }
}
