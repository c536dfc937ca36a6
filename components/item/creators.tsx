import { accountHref } from '@/lib/dashboard/chains';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { AddressText } from '../ui/address-text';

type Props = { creators: NonNullable<ExtendedNft['metadata']['data']['creators']>; chain: number };

/** An NFT's creators: whether each has signed, and each one's share of the royalties. */
export function Creators({ creators, chain }: Props) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Creators</caption>
      <thead>
        <tr className="text-left text-muted">
          <th className="h-9 font-medium">Creator</th>
          <th className="font-medium">Signature</th>
          <th className="text-right font-medium">Share of royalties</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-t">
        {creators.map(({ address, verified, share }) => (
          <tr key={address}>
            <td className="py-1.5">
              <AddressText address={address} what="creator" href={accountHref(address, chain)} />
            </td>
            <td className="py-1.5">
              <span className={`label ${verified ? '' : 'label-caution'}`}>
                {verified === null ? 'not read' : verified ? 'signed' : 'not signed'}
              </span>
            </td>
            <td className="py-1.5 text-right">{share}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
