import { Icon } from '@/components/ui/icon';
import { OutLink } from '@/components/ui/out-link';
import { explorerLinks } from '@/lib/dashboard/chains';
import { groupFigures } from '@/lib/dashboard/format';
import { isRateLimited, networkMessage, TOO_MANY } from '@/lib/dashboard/refusal-messages';
import type { PageFailure } from '@/lib/server/pages/page-look-up';
import { SampleLink, TryNetworks } from './networks';
import { Notice, RefusedText } from './notice';
import { OperatorHint } from './operator-hint';
import { PageLink } from './page-link';
import { ReloadButton } from './reload-button';

type Props = {
  title: string;
  /** Level of the heading: 1 if the page has no other heading, otherwise 2. */
  level?: 1 | 2;
  failure: PageFailure;
  /** The text that was looked up, if it may be shown and nothing else on the page shows it. */
  refused?: string | undefined;
  /** The Solana network, if a node was read. */
  chain?: number | undefined;
  /** The address or name that was looked up. */
  address?: string | undefined;
};

/** What to do while a Solana network can't be reached: explorers, the sample network, and a hint for the operator. */
export function UnreachableHelp({ chain, address = '' }: { chain: number; address?: string | undefined }) {
  // Explorers do not know all names.
  const explorers = address === '' || address.includes('.') ? [] : explorerLinks(chain, address);
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {explorers.map(({ name, href }) => (
          <OutLink
            key={name}
            href={href}
            className="link inline-flex min-h-6 pointer-coarse:min-h-11 items-center gap-1"
          >
            Show it on {name} <Icon name="out" className="inline size-3.5" />
          </OutLink>
        ))}
        <SampleLink />
      </p>
      <div className="mt-2">
        <OperatorHint>
          Set <code className="font-mono text-[0.8125rem]">SOLANA_RPC_URL_{chain}</code> to another endpoint.
        </OperatorHint>
      </div>
    </>
  );
}

type CorrectLinkProps = {
  /** The rejected text, as `quotableText` returns it. */
  text: string | undefined;
  /** The link without a text that can be corrected. */
  fallback: { name: string; href: string };
};

/** A link to the search field with the rejected text, unless the text was clipped or may not be shown. */
export function CorrectLink({ text, fallback }: CorrectLinkProps) {
  return text === undefined || text.endsWith('…') ? (
    <PageLink href={fallback.href} className="control">
      {fallback.name}
    </PageLink>
  ) : (
    <PageLink href={`/?q=${encodeURIComponent(text)}`} className="control control-primary">
      Correct it
    </PageLink>
  );
}

/** A failed lookup: what happened, and what the reader or the operator can do. */
export function FailureNotice({ title, failure, refused, level = 1, chain, address }: Props) {
  const limited = isRateLimited(failure);
  // A valid address or name may fail, too.
  const isWrong = !failure.retry && failure.reason !== 'name-not-found';
  const hasTrouble = chain !== undefined && failure.nodeTrouble !== undefined;
  return (
    <Notice title={limited ? TOO_MANY : title} tone="bad" level={level}>
      <RefusedText text={refused} />
      <p>{hasTrouble ? networkMessage(chain, failure.nodeTrouble) : groupFigures(failure.message)}.</p>
      {failure.reason === 'unsupported-chain' && chain !== undefined && address && (
        <TryNetworks address={address} chain={chain} />
      )}
      <div className="mt-3 mb-3 flex flex-wrap gap-2 last:mb-0 print:hidden">
        {failure.retry && <ReloadButton />}
        <CorrectLink
          text={isWrong ? refused : undefined}
          fallback={{ name: 'Look up something else', href: '/' }}
        />
      </div>
      {chain !== undefined && failure.retry && !limited && (
        <UnreachableHelp chain={chain} address={address} />
      )}
    </Notice>
  );
}
