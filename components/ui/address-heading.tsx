import { CopyMark } from '@/components/ui/copy/copy-mark';

type Props = {
  address: string;
  /** What it is, for the name of the copy button. */
  what: string;
  /** Its size, by the width of the window. */
  size: string;
};

/** The heading of a page about an address: the address alone is its name, the copy button stands beside it. */
export function AddressHeading({ address, what, size }: Props) {
  return (
    <div className={`flex min-w-0 items-center gap-0.5 font-mono ${size}`}>
      <h1 className="min-w-0 break-all">{address}</h1>
      <CopyMark text={address} what={what} />
    </div>
  );
}
