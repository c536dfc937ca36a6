'use client';

import { useScripted } from '@/components/ui/a11y/use-scripted';
import { UnreachableHelp } from '@/components/ui/failure-notice';
import { Progress } from '@/components/ui/progress';
import type { StreamFailure } from '@/lib/dashboard/account/holdings-state';
import { formatCount } from '@/lib/dashboard/format';
import { isRateLimited, networkMessage, refusalDetail, TOO_MANY } from '@/lib/dashboard/refusal-messages';
import type { AccountView } from '@/lib/dashboard/search-params';
import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import { useView } from '../view-link';
import { Countdown, StatusBar } from './status-bar';
import type { HoldingsReading } from './use-holdings';

const STEPS: Record<HoldingsProgress['step'], string> = {
  accounts: 'Reading the balance and token accounts',
  assets: 'Reading tokens and NFTs',
};

/** Whether loading has failed before any data of the account arrived, so that the failure replaces the list. */
export const hasOnlyFailed = ({ failure, head }: HoldingsReading): boolean =>
  head === undefined && failure !== undefined;

/** Whether the node fails and no data of the account has arrived yet, so that the status replaces the list. */
const hasOnlyTrouble = ({ head, phase, trouble }: HoldingsReading): boolean =>
  head === undefined && phase === 'streaming' && trouble !== undefined;

/** Whether a status replaces the list, because no data of the account has arrived. */
export const hasNothing = (holdings: HoldingsReading): boolean =>
  hasOnlyFailed(holdings) || hasOnlyTrouble(holdings);

type Props = { addressOrName: string; holdings: HoldingsReading };

/**
 * Progress of loading an account, or its failure with a button to retry. Replaces the list if no data has arrived;
 * otherwise it is a bar at the bottom of the window, so that the page does not move.
 */
export function HoldingsStatus({ addressOrName, holdings }: Props) {
  // Without JavaScript, nothing is loading and no button works.
  const scripted = useScripted();
  const { view } = useView();
  const { phase, progress, failure, trouble, autoRetry, retry } = holdings;
  const { done, total } = progress ?? { done: 0, total: 0 };
  if (failure !== undefined)
    return (
      <StatusBar
        onRetry={retry}
        tone="bad"
        inline={hasOnlyFailed(holdings)}
        again={autoRetry}
        below={
          hasOnlyFailed(holdings) &&
          failure.retry && <UnreachableHelp chain={view.chain} address={addressOrName} />
        }
      >
        <strong className={hasOnlyFailed(holdings) ? 'block font-semibold text-base' : 'font-medium'}>
          {failedMessage(holdings, view.tab)}
        </strong>
        {isRateLimited(failure) && `${TOO_MANY}. `}
        {/* A countdown is useless in print. */}
        <span className={isRateLimited(failure) ? 'print:hidden' : undefined}>
          {nodeMessage(failure, view.chain).replace(/[.]?$/, '.')}
        </span>
      </StatusBar>
    );
  if (phase !== 'streaming') return null;
  if (trouble !== undefined)
    return (
      <StatusBar
        tone="caution"
        inline={hasOnlyTrouble(holdings)}
        spoken={`${networkMessage(view.chain, trouble.kind)}.`}
        below={hasOnlyTrouble(holdings) && <UnreachableHelp chain={view.chain} address={addressOrName} />}
      >
        <strong className="font-medium">{networkMessage(view.chain, trouble.kind)}.</strong>
        {scripted && (
          <span className="print:hidden">
            {' '}
            Retrying <Countdown of={trouble} fromMs={trouble.againInMs} />.
          </span>
        )}
        {total > 0 && <> The list is incomplete: {Math.floor((100 * done) / total)}% read.</>}
      </StatusBar>
    );
  if (!scripted) return null;
  const words = workMessage(holdings);
  return (
    <StatusBar
      late
      spoken={total > 0 ? `${formatCount(done)} read, of ${formatCount(total)}` : words}
      below={<Progress label={words} done={done} total={total} />}
    >
      <span className="print:hidden">
        {words}
        {total > 0 && (
          <span className="whitespace-nowrap font-mono text-xs">
            {' '}
            {formatCount(done)} of {formatCount(total)}
          </span>
        )}
      </span>
      <span className="hidden print:inline">Printed before the account was read completely.</span>
    </StatusBar>
  );
}

/**
 * Returns a sentence about the data that is missing after a failure. The reason follows the sentence. The page then has
 * nothing, the first rows, or its last complete list.
 */
function failedMessage({ head, listed, ...rows }: HoldingsReading, tab: AccountView['tab']): string {
  if (head === undefined) return 'Couldn’t read this account';
  return listed ? 'Couldn’t reload the list. ' : incompleteMessage(rows[tab].length, head[tab], tab);
}

/** Says how much of an incomplete list is on the page. */
function incompleteMessage(here: number, all: number, tab: AccountView['tab']): string {
  if (here >= all) return 'The list is incomplete. ';
  const items = tab === 'nfts' ? 'NFTs' : 'tokens';
  return `The list is incomplete: ${formatCount(here)} of ${formatCount(all)} ${items} are here. `;
}

/** Returns the reason for a failure. If the node has failed, the reason describes how. */
function nodeMessage(failure: StreamFailure, chain: number): string {
  if (failure.trouble !== undefined) return networkMessage(chain, failure.trouble.kind);
  if (failure.reason === 'upstream-unavailable') return networkMessage(chain);
  if (failure.reason === 'upstream-rate-limited') return networkMessage(chain, 'limited');
  if (failure.reason === 'deadline-exceeded') return 'Reading took too long';
  return refusalDetail(failure);
}

/** Describes the current step of loading. */
function workMessage({ head, listed, progress }: HoldingsReading): string {
  if (progress !== undefined && !listed) return STEPS[progress.step];
  return head !== undefined ? 'Loading the rest of the account' : STEPS.accounts;
}
