import Link from 'next/link';
import { groupFigures } from '@/lib/dashboard/format';
import { isRateLimited, TOO_MANY } from '@/lib/dashboard/refusal-messages';
import { Notice, RefusedText } from './notice';
import { ReloadButton } from './reload-button';

type Props = {
  title: string;
  /** Of its heading: 2 below a page's own. */
  level?: 1 | 2;
  failure: { reason: string; message: string; retry: boolean };
  /** The text that was refused, as it may be shown. */
  refused?: string | undefined;
};

/** A page whose look-up failed: what was wrong, and what to do next. */
export function FailureNotice({ title, failure, refused, level = 1 }: Props) {
  const limited = isRateLimited(failure);
  return (
    <Notice title={limited ? TOO_MANY : title} tone="bad" level={level}>
      <RefusedText text={refused} />
      <p>{groupFigures(failure.message)}.</p>
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        {failure.retry && <ReloadButton />}
        <Link prefetch={false} href="/" className="control">
          Look up something else
        </Link>
      </div>
    </Notice>
  );
}
