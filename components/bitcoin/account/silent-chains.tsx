'use client';

import { useRef, useState } from 'react';
import { noResponseMessage } from '@/lib/dashboard/bitcoin/chain-status/account-hazards';
import type { ChainGroups } from '@/lib/dashboard/bitcoin/chain-status/chain-status';
import { utcTime } from '@/lib/dashboard/format';
import { useKeptFocus } from '../../ui/a11y/use-kept-focus';
import { Icon } from '../../ui/icon';
import { useAskChain } from './use-account-cells';

type Props = { publicKey: string; groups: ChainGroups };

/** The chains that told nothing, in one line: each with why, and a way to ask it again. Always of one height, folded. */
export function SilentChains({ publicKey, groups }: Props) {
  const { noResponse, withoutEndpoint, pending } = groups;
  const { asking, refused, askChain } = useAskChain(publicKey);
  const fold = useRef<HTMLElement>(null);
  // A chain that has answered is gone from here, with the button that had it asked.
  const [told, setTold] = useState(0);
  useKeptFocus(told, fold);
  const ask = async (chainId: number) => {
    if (asking.includes(chainId)) return;
    await askChain(chainId);
    setTold((times) => times + 1);
  };
  const isNone = noResponse.length + withoutEndpoint.length === 0;
  return (
    <details
      className={`open-on-paper mb-3 rounded-md border border-line bg-raised text-sm ${isNone ? 'print:hidden' : ''}`}
    >
      <summary
        ref={fold}
        className="flex min-h-9 pointer-coarse:min-h-11 items-center justify-between gap-x-2 px-4 py-1.5 text-accent"
      >
        Which chains did not answer
        <Icon name="down" className="size-3.5" />
      </summary>
      <div className="border-line border-t px-4 py-2">
        {refused !== undefined && (
          <p role="alert" className="py-1 text-bad">
            {refused}
          </p>
        )}
        <ul className="divide-y divide-line">
          {noResponse.map(({ chain, cell }) => (
            <li
              key={chain.chainId}
              className="flex min-h-11 flex-wrap items-center gap-x-3 print:block print:min-h-0"
            >
              <span className="font-medium">
                {chain.name}
                <span className="hidden print:inline"> ({chain.chainId}): </span>
              </span>
              <span className="mr-auto text-muted text-xs" title={cell.message}>
                {noResponseMessage(cell)}
                <time dateTime={cell.at} className="hidden print:inline">
                  , {utcTime(cell.at)}
                </time>
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
            Without an endpoint, so not asked: {withoutEndpoint.map(({ name }) => name).join(', ')}. Each is
            asked once its <code className="font-mono text-xs">EVM_RPC_URL_</code> with the chain’s number is
            set on this server.
          </p>
        )}
        {isNone && <p className="py-2 text-muted">No chain is silent{pending.length > 0 && ' so far'}.</p>}
      </div>
    </details>
  );
}
