import { CopyMark } from '../ui/copy/copy-mark';

/** An amount, copied without the commas between its digits. */
export function Figure({ digits, what }: { digits: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 break-all font-mono text-[0.8125rem]">
      {digits}
      <CopyMark text={digits.replaceAll(',', '')} what={what} />
    </span>
  );
}
