import { CopyMark } from '../ui/copy/copy-mark';

/** An amount with a copy button, which copies the digits without commas. */
export function Figure({ digits, what }: { digits: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 break-all font-mono text-[0.8125rem]">
      {digits}
      <CopyMark text={digits.replaceAll(',', '')} what={what} />
    </span>
  );
}
