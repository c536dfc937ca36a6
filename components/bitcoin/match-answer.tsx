import type { MatchMessage } from '@/lib/dashboard/bitcoin/match-messages';
import { Unbroken } from './account/unbroken';
import { StatusText } from './status/status-text';

/** Whether an address belongs to the key, and why. */
export function MatchAnswer({ message: { tone, result, why } }: { message: MatchMessage }) {
  return (
    <p>
      <StatusText tone={tone}>
        <span className="font-medium">{result}</span>.{' '}
        <span className="font-normal text-ink">
          <Unbroken text={why} />
        </span>
      </StatusText>
    </p>
  );
}
