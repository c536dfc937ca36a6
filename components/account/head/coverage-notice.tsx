import type { Coverage, NotReadReason } from '@/lib/solana/coverage';
import { NOT_READ_REASONS } from '@/lib/solana/coverage';

const NAMES: Record<Coverage['notRead'][number]['what'], string> = {
  'spl-token': 'SPL tokens',
  'token-2022': 'Token-2022 tokens',
  'mpl-core': 'MPL Core NFTs',
  compressed: 'compressed NFTs',
  editions: 'Editions',
  'primary-name': 'The primary name',
  'confidential-balances': 'Confidential balances',
};

/** What was not read, and what the account may hold of it (`unread`); nothing when all was. */
export function CoverageNotice({ notRead, unread }: { notRead: Coverage['notRead']; unread: string }) {
  const reasons = [...new Set(notRead.map(({ why }) => why))];
  return reasons.map((why) => (
    <p key={why} className="mt-3 rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">
      <strong className="font-medium">{namesOf(notRead, why)} were not read.</strong> {NOT_READ_REASONS[why]}{' '}
      {unread}
    </p>
  ));
}

function namesOf(notRead: Coverage['notRead'], why: NotReadReason): string {
  return notRead
    .filter((each) => each.why === why)
    .map(({ what }) => NAMES[what])
    .join(' and ');
}
