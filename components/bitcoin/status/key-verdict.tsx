import { Spoken } from '@/components/ui/a11y/spoken';
import { Icon } from '@/components/ui/icon';
import { Progress } from '@/components/ui/progress';
import type { Verdict } from '@/lib/dashboard/bitcoin/chain-status/verdict';

const LOOK = {
  good: { icon: 'check', className: 'bg-good-soft text-good' },
  caution: { icon: 'warning', className: 'bg-caution-soft text-caution' },
  bad: { icon: 'danger', className: 'bg-bad-soft text-bad' },
} as const;

type Props = { verdict: Verdict; isChecking: boolean; done: number; total: number };

/** One sentence about whether it is safe to send to the accounts, and the progress of the check. */
export function KeyVerdict({ verdict: { tone, sentence }, isChecking, done, total }: Props) {
  const { icon, className } = LOOK[tone];
  return (
    <section
      aria-label="Verdict"
      className={`relative mt-4 flex gap-3 overflow-hidden rounded-lg border border-current/40 px-4 py-3.5 sm:px-5 ${className}`}
    >
      <Icon name={icon} className="mt-0.5 size-6" />
      <div>
        {/* Between phones and wide windows, the sentence needs a second line once the chains have responded. */}
        <p className="text-lg leading-6 sm:text-[1.375rem] sm:leading-7 sm:max-lg:min-h-14">
          <span className="noscript:hidden">{sentence}</span>
          <span className="hidden noscript:inline">
            Not checked: checking the chains needs JavaScript. Don’t send anything yet.
          </span>
        </p>
        <p className="mt-1 text-ink text-sm max-sm:min-h-10">
          The addresses are the same on every chain.
          {tone === 'good' && ' Send only where the account is confirmed.'}
        </p>
        <Spoken text={sentence} />
      </div>
      {isChecking && (
        <div className="absolute inset-x-0 bottom-0 noscript:hidden print:hidden">
          <Progress label="Chains checked" done={done} total={done === 0 ? 0 : total} />
        </div>
      )}
    </section>
  );
}
