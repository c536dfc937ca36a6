'use client';

import { formatAmount } from '@/lib/dashboard/format';
import type { ProgressStep } from '@/lib/dashboard/holdings-events';
import { Progress } from '../ui/progress';
import type { Holdings } from './use-holdings';

const STEPS: Record<ProgressStep, string> = {
  accounts: 'Reading the balance and the token accounts',
  assets: 'Reading mints and metadata',
  documents: 'Fetching off-chain documents',
};

const count = (n: number) => formatAmount(String(n), 0);

/** How far the reading is, what of it failed, and what can be done about it. */
export function ListingStatus({ holdings }: { holdings: Holdings }) {
  const { phase, progress, failure, error, cancelled, cancel, retry } = holdings;
  if (cancelled)
    return (
      <Line tone="plain">
        <p>
          Stopped
          {progress && progress.total > 0 ? ` at ${count(progress.done)} of ${count(progress.total)}` : ''}.
          What has arrived is shown.
        </p>
        <button type="button" className="control" onClick={retry}>
          Go on
        </button>
      </Line>
    );
  const failed = error ?? failure;
  if (failed !== undefined && (phase !== 'streaming' || error !== undefined))
    return (
      <Line tone="bad">
        <p>
          <strong className="font-medium">
            {error?.reason === 'rate-limited'
              ? 'Too many look-ups from here. '
              : failure?.part === 'documents'
                ? 'Documents: '
                : 'The list could not be read to its end. '}
          </strong>
          {failed.message}
        </p>
        <button type="button" className="control" onClick={retry}>
          Retry
        </button>
      </Line>
    );
  if (phase !== 'streaming') return null;
  const { step, done, total } = progress ?? { step: 'accounts' as const, done: 0, total: 0 };
  return (
    <div className="mt-4">
      <div className="mb-1.5 flex min-h-9 items-center justify-between gap-4 text-muted text-sm">
        <p aria-live="polite">
          {STEPS[step]}
          {total > 0 && (
            <span className="font-mono text-xs">
              {' '}
              {count(done)} of {count(total)}
            </span>
          )}
        </p>
        <button type="button" className="control" onClick={cancel}>
          Cancel
        </button>
      </div>
      <Progress label={STEPS[step]} done={done} total={total} />
    </div>
  );
}

function Line({ tone, children }: { tone: 'plain' | 'bad'; children: React.ReactNode }) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md px-3 py-2 text-sm ${tone === 'bad' ? 'bg-bad-soft' : 'bg-sunken'}`}
    >
      {children}
    </div>
  );
}
