import Link from 'next/link';
import { CopyMark } from '@/components/ui/copy/copy-mark';
import { accountHref } from '@/lib/dashboard/chains';

type Props = {
  address: string;
  chain: number;
  /** What it is, for the name of the copy button. */
  what: string;
  /** What stands in place of the address, such as a program's name; the address is then in its title. */
  name?: string | undefined;
};

/** An address that leads to its own page here. */
export function AccountLink({ address, chain, what, name }: Props) {
  return (
    <span className="inline-flex min-w-0 items-center gap-0.5">
      <Link
        prefetch={false}
        href={accountHref(address, chain)}
        title={address}
        className={`link ${name === undefined ? 'text-balance break-all font-mono text-[0.8125rem]' : 'named-address'}`}
      >
        {name ?? address}
      </Link>
      <CopyMark text={address} what={what} />
    </span>
  );
}
