import { CopyMark } from '../ui/copy/copy-mark';

/** An amount that is copied as `text`. */
export function Figure({ digits, text, what }: { digits: string; text: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 break-all font-mono text-[0.8125rem]">
      {digits}
      <CopyMark text={text} what={what} />
    </span>
  );
}
