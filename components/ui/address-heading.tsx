import type { ReactNode } from 'react';
import { CopyMark } from '@/components/ui/copy/copy-mark';

type Props = {
  address: string;
  /** What the address is, for the name of the copy button. */
  what: string;
  /** Classes for the font size. */
  size: string;
  /** Another icon button after the copy button. */
  children?: ReactNode;
};

/**
 * Heading of a page about an address. The buttons are outside of the heading, so that screen readers announce only the
 * address.
 */
export function AddressHeading({ address, what, size, children }: Props) {
  return (
    <div className={`copied-text font-mono ${size}`}>
      <div>
        <h1 className="inline">{address}</h1>
        <span className="copied-text-end">
          <CopyMark text={address} what={what} />
          {children}
        </span>
      </div>
    </div>
  );
}
