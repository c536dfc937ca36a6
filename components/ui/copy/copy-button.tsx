import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';

type Props = {
  text: string;
  /** What is copied, for the name of the button: “address”. */
  what: string;
  children: ReactNode;
};

/** A button with a label that copies text. `CopyListener` handles the click, as for `CopyMark`. */
export function CopyButton({ text, what, children }: Props) {
  return (
    <button
      type="button"
      className="group/copy control noscript:hidden print:hidden"
      title={`Copy ${what}`}
      data-copy={text}
      data-what={what}
    >
      <Icon name="copy" className="size-4 group-data-copied/copy:hidden" />
      <Icon name="check" className="hidden size-4 text-good group-data-copied/copy:block" />
      {children}
    </button>
  );
}
