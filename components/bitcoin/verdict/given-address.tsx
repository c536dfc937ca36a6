import type { MatchMessage } from '@/lib/dashboard/bitcoin/match-messages';
import { Unbroken } from '../account/unbroken';

/** Whether a given address belongs to the key, in words. */
export function GivenAddress({ address, words }: { address: string; words: MatchMessage }) {
  return (
    <div role="status">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className={`label label-${words.tone}`}>{words.result}</span>
        <span className="text-balance break-all font-mono text-xs">{address}</span>
      </p>
      <p className="mt-1 text-muted">
        <Unbroken text={words.why} />
      </p>
    </div>
  );
}
