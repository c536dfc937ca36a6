import type { ReactNode } from 'react';
import { CopiedText } from '@/components/ui/copy/copied-text';
import { CopyMark } from '@/components/ui/copy/copy-mark';
import { shorten } from '@/lib/dashboard/format';

type Props = {
  address: string;
  /** What the address is, for the name of the copy button. */
  what: string;
  /** Whether to show the full address, on several lines of equal length if needed. */
  full?: boolean;
  /** Whether to show the full address in wide windows, as in a table of addresses. */
  wide?: boolean;
  /** Link target; undefined for plain text. */
  href?: string | undefined;
  /** Whether the link looks like text until the pointer is over it, as in long lists. */
  quiet?: boolean;
};

/** An address with a copy button, in monospace and shortened in the middle. The title contains the full address. */
export function AddressText({ address, what, full = false, wide = false, href, quiet = false }: Props) {
  const linkClass = href === undefined ? '' : quiet ? 'hover:text-accent hover:underline' : 'link';
  if (full)
    return (
      // Not inline, which would add the height of a line in the font of the page.
      <span className="inline-flex max-w-full font-mono text-[0.8125rem]">
        <CopiedText text={address} what={what}>
          <Words href={href} title={address} className={linkClass}>
            {address}
          </Words>
        </CopiedText>
      </span>
    );
  return (
    <span className="inline-flex min-w-0 items-center gap-0.5 font-mono text-[0.8125rem]">
      <Words href={href} title={address} className={`${linkClass} short-address whitespace-nowrap`}>
        <Short address={address} wide={wide} />
      </Words>
      <CopyMark text={address} what={what} />
    </span>
  );
}

function Short({ address, wide }: { address: string; wide: boolean }) {
  const short = shorten(address, 6, 6);
  return wide ? (
    <>
      <span className="min-[1600px]:hidden print:inline">{short}</span>
      <span className="hidden min-[1600px]:inline print:hidden">{address}</span>
    </>
  ) : (
    short
  );
}

type WordsProps = { href: string | undefined; title: string; className: string; children: ReactNode };

function Words({ href, className, ...props }: WordsProps) {
  return href === undefined ? (
    <span {...props} className={className} />
  ) : (
    <a {...props} href={href} className={className} />
  );
}
