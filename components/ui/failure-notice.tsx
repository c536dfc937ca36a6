import Link from 'next/link';
import { groupFigures } from '@/lib/dashboard/format';
import { isRateLimited, NODE_FAILS, TOO_MANY } from '@/lib/dashboard/refusal-messages';
import { Notice, RefusedText } from './notice';
import { ReloadButton } from './reload-button';

type Props = {
  title: string;
  /** Level of the heading: 1 if the page has no other heading, otherwise 2. */
  level?: 1 | 2;
  failure: { reason: string; message: string; retry: boolean; isNodeDown: boolean };
  /** The text that was rejected, if it may be shown. */
  refused?: string | undefined;
  /** Name of the environment variable with which an operator can fix the failure, if a node was read. */
  setting?: string | undefined;
};

/** Shows operators which environment variable to point at a different endpoint. */
export function EndpointHint({ setting }: { setting: string }) {
  return (
    <p className="mt-1 text-muted">
      If you run this server: set <code className="font-mono text-[0.8125rem]">{setting}</code> to another
      endpoint.
    </p>
  );
}

/** A failed lookup: what happened, and what the reader or the operator can do. */
export function FailureNotice({ title, failure, refused, level = 1, setting }: Props) {
  const limited = isRateLimited(failure);
  return (
    <Notice title={limited ? TOO_MANY : title} tone="bad" level={level}>
      <RefusedText text={refused} />
      <p>{setting !== undefined && failure.isNodeDown ? NODE_FAILS : groupFigures(failure.message)}.</p>
      {setting !== undefined && failure.retry && !limited && <EndpointHint setting={setting} />}
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        {failure.retry && <ReloadButton />}
        <Link prefetch={false} href="/" className="control">
          Look up something else
        </Link>
      </div>
    </Notice>
  );
}
