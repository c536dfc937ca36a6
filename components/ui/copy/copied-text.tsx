import type { ReactNode } from 'react';
import { CopyMark } from '@/components/ui/copy/copy-mark';

type Props = {
  text: string;
  /** What the text is, for the name of the copy button. */
  what: string;
  /** Inline content that shows the text, such as a link. */
  children: ReactNode;
};

/**
 * A short text, such as an address, with a copy button right after the last character. Text that
 * needs several lines is split evenly. Not a flex box: wrapped text in a flex box fills the width,
 * which would put the button at the edge.
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
