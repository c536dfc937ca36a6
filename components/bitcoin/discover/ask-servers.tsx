'use client';

import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { focusHeading } from '@/components/ui/a11y/focus-heading';
import { type DiscoveryAnswer, discoverKey } from '@/lib/dashboard/bitcoin/discover-key';

type Props = { address: string; chainId: number; method: string; hosts: readonly string[] };

/** Has Bitcoin servers asked for the key of an address, when a person says so: they learn that somebody asks. */
export function AskServers({ address, chainId, method, hosts }: Props) {
  const router = useRouter();
  const [answer, setAnswer] = useState<DiscoveryAnswer>();
  const [asking, ask] = useTransition();
  const names = hosts.join(', then ');
  const onAsk = () => {
    if (asking) return;
    ask(async () => {
      const told = await discoverKey(method, address, chainId);
      setAnswer(told);
      if (told.outcome !== 'found') return;
      // What is found takes the place of this button.
      focusHeading();
      router.refresh();
    });
  };
  return (
    <div className="mt-3">
      <p>
        An address that has spent has shown its key, unless several keys control it. Nobody is asked before
        you say so; whoever is asked learns the address.
      </p>
      <p className="mt-3 print:hidden">
        <button
          type="button"
          className="control control-primary whitespace-normal py-1.5 text-left"
          aria-disabled={asking}
          onClick={onAsk}
        >
          {asking ? `Asking ${names}` : `Ask ${names}`}
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
      return `Asked ${names}: no key was found in the latest spends of this address.`;
    case 'failed':
      return `${answer.message}.`;
  }
}
