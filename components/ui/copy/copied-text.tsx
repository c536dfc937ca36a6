import type { ReactNode } from 'react';
import { CopyMark } from '@/components/ui/copy/copy-mark';

type Props = {
  text: string;
  /** What it is, for the name of the copy button. */
  what: string;
  /** The text as it is shown, as a link for one; in the line. */
  children: ReactNode;
};

/**
 * A text of one word or a few, such as an address, whole: lines of one length where it does not fit in one, the copy
 * button behind its last character. (Beside it in a flex box the button would stand at the edge: a text that breaks is as
 * wide as its box.)
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
