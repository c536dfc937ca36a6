import { shorten } from '@/lib/dashboard/format';
import { CopyButton } from './copy-button';

/** An address in monospace, its middle shortened, the whole one in its title and on the clipboard. */
export function AddressText({
  address,
  what,
  full = false,
}: {
  address: string;
  what: string;
  full?: boolean;
}) {
  return (
    <span className="inline-flex min-w-0 items-center gap-0.5 font-mono text-sm">
      <span title={address} className={full ? 'break-all' : 'whitespace-nowrap'}>
        {full ? address : shorten(address, 6, 6)}
      </span>
      <CopyButton text={address} what={what} />
    </span>
  );
}
