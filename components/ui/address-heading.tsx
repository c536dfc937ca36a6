import { CopyMark } from '@/components/ui/copy/copy-mark';

type Props = {
  address: string;
  /** What it is, for the name of the copy button. */
  what: string;
  /** Its size, by the width of the window. */
  size: string;
};

/** Heading of a page about an address. The copy button is outside the heading, so that it is not part of its name. */
export function AddressHeading({ address, what, size }: Props) {
  return (
    <div className={`copied-text font-mono ${size}`}>
      <div>
        <h1 className="inline">{address}</h1>
        <span className="copied-text-end">
          <CopyMark text={address} what={what} />
        </span>
      </div>
    </div>
  );
}
