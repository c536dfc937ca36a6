import { CopyMark } from '@/components/ui/copy/copy-mark';
import { shorten } from '@/lib/dashboard/format';

type Props = {
  address: string;
  /** What it is, for the name of the copy button. */
  what: string;
  /** The whole of it, broken where the line ends. */
  full?: boolean;
  /** The page that it leads to. */
  href?: string | undefined;
};

/** An address in monospace, its middle shortened, the whole one in its title and on the clipboard; a link where it has a page. */
export function AddressText({ address, what, full = false, href }: Props) {
  return (
    <span className="inline-flex min-w-0 items-center gap-0.5 font-mono text-[0.8125rem]">
      <Words href={href} title={address} className={full ? 'break-all' : 'short-address whitespace-nowrap'}>
        {full ? address : shorten(address, 6, 6)}
      </Words>
      <CopyMark text={address} what={what} />
    </span>
  );
}

type WordsProps = { href: string | undefined; title: string; className: string; children: string };

function Words({ href, className, ...props }: WordsProps) {
  return href === undefined ? (
    <span {...props} className={className} />
  ) : (
    <a {...props} href={href} className={`link ${className}`} />
  );
}
