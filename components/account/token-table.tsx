import { cleanText, formatAmount } from '@/lib/dashboard/format';
import type { ExtendedToken } from '@/lib/solana/holdings';
import { AddressText } from '../ui/address-text';
import { Notice } from '../ui/notice';

/** Fungible tokens, one row per token account, amounts exact. */
export function TokenTable({ tokens }: { tokens: readonly ExtendedToken[] }) {
  if (tokens.length === 0) return <Notice title="No tokens">This account holds no fungible tokens.</Notice>;
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-raised">
      <table className="w-full text-sm">
        <thead className="text-left text-muted">
          <tr className="border-line border-b">
            <th className="px-4 py-2 font-medium">Token</th>
            <th className="px-4 py-2 text-right font-medium">Amount</th>
            <th className="px-4 py-2 font-medium">Mint</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {tokens.map((token) => (
            <tr key={token.address}>
              <td className="px-4 py-2">
                <span className="font-medium">{cleanText(token.symbol) || '—'}</span>{' '}
                <span className="text-muted">{cleanText(token.name) || 'No name on chain'}</span>
              </td>
              <td className="whitespace-nowrap px-4 py-2 text-right font-mono">
                {formatAmount(token.amount, token.decimals)}
              </td>
              <td className="px-4 py-2">
                <AddressText address={token.mint} what="mint" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
