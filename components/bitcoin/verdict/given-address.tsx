import type { MatchWords } from '@/lib/dashboard/bitcoin/verdict/match-words';
import { Unbroken } from '../account/unbroken';

/** Whether a given address belongs to the key, in words. */
export function GivenAddress({ address, words }: { address: string; words: MatchWords }) {
  return (
    <div role="status">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className={`label label-${words.tone}`}>{words.verdict}</span>
        <span className="text-balance break-all font-mono text-xs">{address}</span>
      </p>
      <p className="mt-1 text-muted">
        <Unbroken text={words.why} />
      </p>
    </div>
  );
}
