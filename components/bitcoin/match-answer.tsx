import type { MatchMessage } from '@/lib/dashboard/bitcoin/match-messages';
import { StatusText } from './status/status-text';

/** Whether an address belongs to the key, and why. */
export function MatchAnswer({ message: { tone, result, why } }: { message: MatchMessage }) {
  return (
    <p>
      <StatusText tone={tone}>
        <span className="font-medium">{result}</span>. <span className="font-normal text-ink">{why}</span>
      </StatusText>
    </p>
  );
}
