import type { ReactNode } from 'react';
import { CopyMark } from '@/components/ui/copy/copy-mark';

type Props = {
  text: string;
  /** What it is, for the name of the copy button. */
  what: string;
  /** The text as shown, such as a link; inline. */
  children: ReactNode;
};

/**
 * A complete text of few words, such as an address, with a copy button after its last character. Text that needs several
 * lines is split evenly. (In a flex box, the button would be at the edge, because text that wraps is as wide as its box.)
 */
export function CopiedText({ text, what, children }: Props) {
  return (
    <span className="copied-text">
      <span>
        {children}
        <span className="copied-text-end">
          <CopyMark text={text} what={what} />
        </span>
      </span>
    </span>
  );
}
