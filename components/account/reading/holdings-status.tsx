'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Spoken } from '@/components/ui/a11y/spoken';
import { useScripted } from '@/components/ui/a11y/use-scripted';
import { Progress } from '@/components/ui/progress';
import { formatCount } from '@/lib/dashboard/format';
import { isRateLimited, refusalDetail, TOO_MANY } from '@/lib/dashboard/refusal-messages';
import type { HoldingsProgress } from '@/lib/solana/holdings-events';
import { UPSTREAM_MESSAGES } from '@/lib/solana/upstream-health';
import type { AutoRetry } from './use-auto-retry';
import { useBarRoom } from './use-bar-room';
import type { Holdings } from './use-holdings';

const STEPS: Record<HoldingsProgress['step'], string> = {
  accounts: 'Reading the balance and the token accounts',
  assets: 'Reading mints and metadata',
  documents: 'Fetching off-chain documents',
};

/**
 * How far the reading is, what of it failed, and what can be done about it: a bar at the foot of the window, so
 * that nothing on the page moves when it comes and goes.
 */
export function HoldingsStatus({ holdings }: { holdings: Holdings }) {
  // Without script nothing is being read, and nothing can be pressed.
  const scripted = useScripted();
  const { phase, progress, failure, error, cancelled, trouble, autoRetry, cancel, retry } = holdings;
  const { done, total } = progress ?? { done: 0, total: 0 };
  if (cancelled)
    return (
      <Bar action="Continue" onAction={retry}>
        {total > 0
          ? `Stopped after ${formatCount(done)} of ${formatCount(total)} accounts were read`
          : 'Stopped'}
        : {arrivedWords(holdings)}.
      </Bar>
    );
  const failed = error ?? failure;
  if (failed !== undefined && (phase !== 'streaming' || error !== undefined))
    return (
      <Bar action={autoRetry === undefined ? 'Retry' : 'Retry now'} onAction={retry} bad again={autoRetry}>
        <strong className="font-medium">{failedWords(holdings)}</strong>
        {/* Seconds mean nothing on paper. */}
        <span className={isRateLimited(error) ? 'print:hidden' : undefined}>
          {nodeWords(failed).replace(/[.]?$/, '.')}
        </span>
      </Bar>
    );
  if (phase !== 'streaming') return null;
  if (trouble !== undefined)
    return (
      <Bar
        action={scripted ? 'Cancel' : undefined}
        onAction={cancel}
        spoken={`${UPSTREAM_MESSAGES[trouble.kind]}.`}
      >
        <strong className="font-medium">{`${UPSTREAM_MESSAGES[trouble.kind]}.`}</strong>
        {scripted && (
          <span className="print:hidden">
            {' '}
            It is asked again <Countdown of={trouble} fromMs={trouble.againInMs} />.
          </span>
        )}
        {total > 0 && (
          <>
            {' '}
            <span className="whitespace-nowrap">
              {formatCount(done)} of {formatCount(total)}
            </span>{' '}
            accounts have been read.
          </>
        )}
      </Bar>
    );
  if (!scripted) return null;
  const words = workWords(holdings);
  return (
    <Bar
      action="Cancel"
      onAction={cancel}
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
      <span className="hidden print:inline">
        {total > 0
          ? `${formatCount(done)} of ${formatCount(total)} accounts had been read when this was printed.`
          : 'Not all of the account had been read when this was printed.'}
      </span>
    </Bar>
  );
}

/** When the node is asked again, counted down. @param of what was told when the counting began */
function Countdown({ of, fromMs }: { of: unknown; fromMs: number }) {
  const [leftMs, setLeftMs] = useState(fromMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told anew is counted anew.
  useEffect(() => {
    const endsAt = performance.now() + fromMs;
    const count = () => setLeftMs(endsAt - performance.now());
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [of, fromMs]);
  return leftMs < 1_000 ? 'now' : `in ${Math.ceil(Math.round(leftMs) / 1_000)}\u00a0s`;
}

const counted = (count: number, what: string) =>
  count === 0 ? [] : [`${formatCount(count)} ${what}${count === 1 ? '' : 's'}`];

/** What a failure has left unread; why is said after it. */
function failedWords(holdings: Holdings): string {
  const { error, failure, head, part } = holdings;
  const cutOff = `The list could not be read to its end: ${arrivedWords(holdings)}. `;
  if (isRateLimited(error)) return `${head === undefined ? '' : cutOff}${TOO_MANY}. `;
  if (error === undefined && failure?.part === 'documents') return 'Documents: ';
  if (part)
    return `${formatCount(head?.missing ?? 0)} items are missing from this list: it could not be read to its end. `;
  return head === undefined ? 'The account could not be read. ' : cutOff;
}

/** Why a reading failed: of a node that limits us, that it does is the whole of it. */
const nodeWords = (failed: NonNullable<Holdings['error'] | Holdings['failure']>): string =>
  'trouble' in failed && failed.trouble?.kind === 'limited'
    ? UPSTREAM_MESSAGES.limited
    : refusalDetail(failed);

/** How much of a list that is not whole is on the page. */
function arrivedWords({ tokens, nfts }: Holdings): string {
  const kinds = [...counted(tokens.length, 'token'), ...counted(nfts.length, 'NFT')];
  return `${kinds.length === 0 ? 'nothing' : kinds.join(' and ')} had arrived`;
}

/** What is being done. Of a list that the server has read nothing is read any more: it is on its way, or here. */
function workWords({ head, listed, part, progress }: Holdings): string {
  if (progress !== undefined && (!listed || progress.step === 'documents')) return STEPS[progress.step];
  if (listed) return STEPS.documents;
  return head !== undefined && !part ? 'Loading the rest of the account' : STEPS.accounts;
}

type BarProps = {
  children: ReactNode;
  /** None where nothing can be pressed. */
  action: string | undefined;
  onAction: () => void;
  bad?: boolean;
  /** Work that is over in a moment is not worth a bar. */
  late?: boolean;
  below?: ReactNode;
  /** What is told in place of words that change many times a second. */
  spoken?: string;
  /** It is tried again by itself. */
  again?: AutoRetry | undefined;
};

function Bar({ children, action, onAction, bad = false, late = false, below, spoken, again }: BarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useBarRoom(bar);
  return (
    <div
      ref={bar}
      // On paper it stands above the list: what is missing there, it says.
      className={`status-bar noscript:hidden fixed inset-x-3 bottom-3 z-20 mx-auto max-w-xl rounded-lg border px-4 py-2.5 text-sm shadow-lg ${bad ? 'border-bad/40 bg-bad-soft' : 'border-line bg-raised'} ${late ? 'appear-late' : ''}`}
    >
      <div className="flex items-center justify-between gap-4">
        <p role={bad ? 'alert' : spoken === undefined ? 'status' : undefined} className="min-w-0">
          {children}
        </p>
        {action !== undefined && again === undefined && (
          <button type="button" className="control" onClick={onAction}>
            {action}
          </button>
        )}
      </div>
      {again && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2 print:hidden">
          <p>
            It is asked again <Countdown of={again.failure} fromMs={again.inMs} />.
          </p>
          <div className="flex gap-2">
            <button type="button" className="control" onClick={again.stop}>
              Stop
            </button>
            <button type="button" className="control" onClick={onAction}>
              {action}
            </button>
          </div>
        </div>
      )}
      {spoken !== undefined && <Spoken text={spoken} />}
      {below && <div className="mt-2 print:hidden">{below}</div>}
    </div>
  );
}
