import type { ReactNode } from 'react';
import { CopyMark } from '@/components/ui/copy/copy-mark';

type Props = {
  address: string;
  /** What it is, for the name of the copy button. */
  what: string;
  /** The address itself, as a link for one; in the line. */
  children: ReactNode;
};

/**
 * A whole address: lines of one length where it does not fit in one, the copy button behind its last character. (Beside
 * it in a flex box the button would stand at the edge: a text that breaks is as wide as its box.)
 */
export function WholeAddress({ address, what, children }: Props) {
  return (
    <span className="whole-address">
      <span>
        {children}
        <span className="whole-address-end">
          <CopyMark text={address} what={what} />
        </span>
      </span>
    </span>
  );
}
