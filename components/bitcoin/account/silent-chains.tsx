'use client';

import { useRef, useState } from 'react';
import { silenceWords } from '@/lib/dashboard/bitcoin/verdict/account-hazards';
import type { ChainGroups } from '@/lib/dashboard/bitcoin/verdict/chain-verdict';
import { utcTime } from '@/lib/dashboard/format';
import { Icon } from '../../ui/icon';
import { useKeptFocus } from '../../ui/reach/use-kept-focus';
import { usePrinting } from '../../ui/reach/use-printing';
import { useAskChain } from './use-account-cells';

type Props = { publicKey: string; groups: ChainGroups };

/** The chains that told nothing, in one line: each with why, and a way to ask it again. Always of one height, folded. */
export function SilentChains({ publicKey, groups }: Props) {
  const { silent, withoutEndpoint, pending } = groups;
  const { asking, refused, askChain } = useAskChain(publicKey);
  const fold = useRef<HTMLElement>(null);
  // A chain that has answered is gone from here, with the button that had it asked.
  const [told, setTold] = useState(0);
  useKeptFocus(told, fold);
  // Dozens of lines with a button each are not drawn before somebody looks at them.
  const [isOpen, setOpen] = useState(false);
  const ask = async (chainId: number) => {
    if (asking.includes(chainId)) return;
    await askChain(chainId);
    setTold((times) => times + 1);
  };
  return (
    <>
      <details
        className="mb-3 rounded-md border border-line bg-raised text-sm print:hidden"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary
          ref={fold}
          className="flex min-h-9 pointer-coarse:min-h-11 items-center justify-between gap-x-2 px-4 py-1.5 text-accent"
        >
          Which chains did not answer
          <Icon name="down" className="size-3.5" />
        </summary>
        {isOpen && (
          <div className="border-line border-t px-4 py-2">
            {refused !== undefined && (
              <p role="alert" className="py-1 text-bad">
                {refused}
              </p>
            )}
            <ul className="divide-y divide-line">
              {silent.map(({ chain, cell }) => (
                <li key={chain.chainId} className="flex min-h-11 flex-wrap items-center gap-x-3">
                  <span className="font-medium">{chain.name}</span>
                  <span className="mr-auto text-muted text-xs" title={cell.message}>
                    {silenceWords(cell)}
                  </span>
                  <button
                    type="button"
                    className="control"
                    aria-disabled={asking.includes(chain.chainId)}
                    aria-label={`Ask ${chain.name} again`}
                    onClick={() => void ask(chain.chainId)}
                  >
                    {asking.includes(chain.chainId) ? 'Asking' : 'Ask again'}
                  </button>
                </li>
              ))}
            </ul>
            {withoutEndpoint.length > 0 && (
              <p className="py-2 text-muted">
                Without an endpoint, so not asked: {withoutEndpoint.map(({ name }) => name).join(', ')}. Each
                is asked once its <code className="font-mono text-xs">EVM_RPC_URL_</code> with the chain’s
                number is set on this server.
              </p>
            )}
            {silent.length + withoutEndpoint.length === 0 && (
              <p className="py-2 text-muted">No chain is silent{pending.length > 0 && ' so far'}.</p>
            )}
          </div>
        )}
      </details>
      <SilenceOnPaper groups={groups} />
    </>
  );
}

/** What is folded on a screen, with when it was so. */
function SilenceOnPaper({ groups: { silent, withoutEndpoint, pending } }: Pick<Props, 'groups'>) {
  if (!usePrinting()) return null;
  return (
    <ul className="mb-3 hidden text-xs print:block">
      {silent.map(({ chain, cell }) => (
        <li key={chain.chainId}>
          {chain.name} ({chain.chainId}): {silenceWords(cell)},{' '}
          <time dateTime={cell.at}>{utcTime(cell.at)}</time>
        </li>
      ))}
      {withoutEndpoint.map(({ chainId, name }) => (
        <li key={chainId}>
          {name} ({chainId}): not asked, no endpoint is set
        </li>
      ))}
      {pending.map(({ chainId, name }) => (
        <li key={chainId}>
          {name} ({chainId}): being asked
        </li>
      ))}
    </ul>
  );
}
