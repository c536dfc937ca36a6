import { PageLink } from '@/components/ui/page-link';
import type { FirstView } from '@/lib/dashboard/account/first-view';
import { formatCount } from '@/lib/dashboard/format';
import { networkMessage } from '@/lib/dashboard/refusal-messages';

/** A note for browsers without JavaScript: how much of the list is on the page and how to get the complete list. */
export function NoScriptNote({ first, chain }: { first: FirstView; chain: number }) {
  const { rows, tokens, nfts, facets, trouble } = first;
  const here = tokens.length + nfts.length;
  if (rows === 'all' || (rows === 'first' && here >= facets.shown)) return null;
  const failure =
    trouble === undefined ? 'Reading the account took too long' : networkMessage(chain, trouble.kind);
  return (
    <noscript>
      <p role={rows === 'none' ? 'alert' : 'note'} className="mt-4 text-sm">
        {rows === 'none'
          ? `${failure}. Reload to try again. `
          : `${formatCount(here)} of ${formatCount(facets.shown)} items. `}
        The full list needs JavaScript or the{' '}
        <PageLink className="link" href="/docs">
          API
        </PageLink>
        .
      </p>
    </noscript>
  );
}
