import type { ReactNode } from 'react';
import { CopiedText } from '@/components/ui/copy/copied-text';
import { CopyMark } from '@/components/ui/copy/copy-mark';
import { OutLink } from '@/components/ui/out-link';
import { PageLink } from '@/components/ui/page-link';
import { accountHref, explorerLinks } from '@/lib/dashboard/chains';
import type { Fact } from '../../item/facts';

type Props = {
  address: string;
  chain: number;
  /** What the address is, for the name of the copy button. */
  what: string;
  /** Name, such as that of a program, shown instead of the address, which is then in the title. */
  name?: string | undefined;
};

/** An address as a link to its page. */
export function AccountLink({ address, chain, what, name }: Props) {
  const link = (words: ReactNode, className: string) => (
    <PageLink href={accountHref(address, chain)} title={address} className={`link ${className}`}>
      {words}
    </PageLink>
  );
  if (name === undefined)
    return (
      <CopiedText text={address} what={what}>
        {link(address, 'font-mono text-[0.8125rem]')}
      </CopiedText>
    );
  return (
    <span className="inline-flex min-w-0 items-center gap-0.5">
      {link(name, 'named-address')}
      <CopyMark text={address} what={what} />
    </span>
  );
}

/** Creates a fact whose value is the link of an address. */
export const linkFact = (title: string, address: string, chain: number, what = title.toLowerCase()): Fact => [
  title,
  <AccountLink key="" address={address} chain={chain} what={what} />,
];

/** Creates a fact with the block explorers that show an address; false on a chain without explorers. */
export function explorerFact(address: string, chain: number): Fact | false {
  const links = explorerLinks(chain, address);
  return (
    links.length > 0 && [
      'Explorers',
      <span key="" className="flex flex-wrap gap-x-4">
        {links.map(({ name, href }) => (
          <OutLink key={name} href={href} className="link">
            {name}
          </OutLink>
        ))}
      </span>,
    ]
  );
}
