import { CopyMark } from '@/components/ui/copy/copy-mark';
import type { DerivationStep } from '@/lib/btc-account/derivation-steps';

/** The steps from a Bitcoin key to its smart account, with all values. */
export function Derivation({ steps }: { steps: readonly DerivationStep[] }) {
  return (
    <ol className="panel divide-y divide-line">
      {steps.map(({ id, title, formula, value }, i) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)] break-inside-avoid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[16rem_minmax(0,1fr)]"
        >
          <div>
            <p className="font-medium text-sm">
              <span className="mr-1 text-muted tabular-nums">{i + 1}</span> {title}
            </p>
            <p className="mt-0.5 break-words text-muted text-xs [overflow-wrap:anywhere]">{formula}</p>
          </div>
          <div className="flex min-w-0 items-start justify-between gap-2">
            <code className="text-balance break-all font-mono text-xs leading-5">{value}</code>
            <CopyMark text={value} what={title.toLowerCase()} />
          </div>
        </li>
      ))}
    </ol>
  );
}
