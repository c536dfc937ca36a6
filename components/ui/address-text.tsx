import { CopyMark } from '@/components/ui/copy/copy-mark';
import { shorten } from '@/lib/dashboard/format';

type Props = {
  address: string;
  /** What it is, for the name of the copy button. */
  what: string;
  /** The whole of it, broken where the line ends. */
  full?: boolean;
};

/** An address in monospace, its middle shortened, the whole one in its title and on the clipboard. */
export function AddressText({ address, what, full = false }: Props) {
  return (
    <span className="inline-flex min-w-0 items-center gap-0.5 font-mono text-[0.8125rem]">
      <span title={address} className={full ? 'break-all' : 'whitespace-nowrap'}>
        {full ? address : shorten(address, 6, 6)}
      </span>
      <CopyMark text={address} what={what} />
    </span>
  );
}
