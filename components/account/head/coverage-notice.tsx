import { OperatorHint } from '@/components/ui/operator-hint';
import { type Coverage, isSupported, NOT_READ_REASONS } from '@/lib/solana/coverage';
import { HOLDINGS_WARNINGS, type HoldingsWarning } from '@/lib/solana/warnings';

const NAMES: Record<Coverage['notRead'][number]['what'], string> = {
  'spl-token': 'SPL tokens',
  'token-2022': 'Token-2022 tokens',
  'mpl-core': 'MPL Core NFTs',
  compressed: 'Compressed NFTs',
  'zk-compressed': 'ZK-compressed tokens',
  stake: 'Stake accounts',
  editions: 'Editions',
  metadata: 'Metadata',
  collections: 'Collections of MPL Core NFTs',
  'primary-name': 'The primary name',
  'confidential-balances': 'Confidential balances',
};

/** Reasons for visitors. */
const REASONS: Record<Coverage['notRead'][number]['why'], string> = {
  ...NOT_READ_REASONS,
  'not-supported': 'Satchel does not read them.',
  'no-das-endpoint': 'This server has no source for them.',
  'das-unavailable': 'The service that lists them did not respond.',
  'upstream-failed': 'The network did not respond.',
};

/** Warnings that the coverage or the status bar already states. */
const SAID_ELSEWHERE = ['documents-late', 'das-unavailable'];

type Props = {
  notRead: Coverage['notRead'];
  warnings: readonly string[];
};

/** One line about kinds of items that were not read, with expandable reasons; hidden if all kinds were read. */
export function CoverageNotice({ notRead: coverage, warnings }: Props) {
  const shown = warnings.filter(
    (word): word is HoldingsWarning =>
      Object.hasOwn(HOLDINGS_WARNINGS, word) && !SAID_ELSEWHERE.includes(word),
  );
  // The warning `metadata-unread` states it.
  const notRead = coverage.filter(({ what }) => what !== 'metadata');
  const parts = [
    ...(notRead.length > 0 ? [kindsNotChecked(notRead)] : []),
    ...(shown.length > 0 ? ['some metadata not read'] : []),
  ];
  if (parts.length === 0) return null;
  const isUnexpected = shown.length > 0 || notRead.some(isSupported);
  return (
    <details
      className={`open-on-paper max-w-full rounded-md text-sm ${isUnexpected ? 'bg-caution-soft text-caution' : 'bg-sunken text-muted'}`}
    >
      <summary className="flex min-h-7 items-center px-2.5">
        {parts.join(', ')}
        <span className="print:hidden">
          &nbsp;· <span className="underline underline-offset-3">Why</span>
        </span>
      </summary>
      <div className="max-w-xl px-2.5 pb-2">
        {notRead.length > 0 && <p>This account may hold more than is listed here.</p>}
        {notRead.map(({ what, why }) => (
          <p key={what}>
            {NAMES[what]}: {REASONS[why]}
          </p>
        ))}
        {notRead.some(({ why }) => why === 'no-das-endpoint') && (
          <OperatorHint>
            Set <code className="font-mono text-[0.8125rem]">SOLANA_DAS_URL_&lt;chainId&gt;</code> to a DAS
            endpoint.
          </OperatorHint>
        )}
        {shown.map((word) => (
          <p key={word}>{HOLDINGS_WARNINGS[word]}</p>
        ))}
      </div>
    </details>
  );
}

/** Names what this server could have checked; the kinds that it never checks are in the explanation. */
function kindsNotChecked(notRead: Coverage['notRead']): string {
  const expected = notRead.filter(isSupported);
  const [only] = expected;
  if (only === undefined) return 'Stake and ZK-compressed tokens not checked';
  if (expected.length === 1) return `${NAMES[only.what]} not checked`;
  const areNfts = expected.every(({ what }) => what === 'mpl-core' || what === 'compressed');
  return `Not all ${areNfts ? 'NFTs' : 'kinds'} checked`;
}
