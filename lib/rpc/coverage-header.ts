import { type AnswerCoverage, ASSET_KINDS, UNREAD_PARTS } from '@/lib/solana/coverage';

/** Header that reports the coverage of a response that lists holdings (contract §3). */
export const COVERAGE_HEADER = 'Satchel-Coverage';

/**
 * Formats the header's value as a structured field (RFC 8941), such as `spl-token, token-2022; not-read="mpl-core,
 * compressed, zk-compressed, stake"; missing-mints=1`. Parameters that do not apply are omitted.
 * @param answers coverage of each item in a batch; a kind counts as read only if it was read for every item
 */
export function coverageHeader(answers: readonly AnswerCoverage[]): string {
  const kinds = ASSET_KINDS.filter((kind) => answers.some((one) => !one.read.includes(kind)));
  const isUnread = (part: string) => answers.some(({ notRead }) => notRead.some(({ what }) => what === part));
  const notRead = [...kinds, ...UNREAD_PARTS.filter(isUnread)];
  const missing = answers.reduce((sum, { missingMints = 0 }) => sum + missingMints, 0);
  const owners = answers.reduce((sum, { missingOwners = 0 }) => sum + missingOwners, 0);
  const read = ASSET_KINDS.filter((kind) => !kinds.includes(kind)).join(', ');
  return [
    read,
    ...(notRead.length === 0 ? [] : [`not-read="${notRead.join(', ')}"`]),
    ...(missing === 0 ? [] : [`missing-mints=${missing}`]),
    ...(owners === 0 ? [] : [`missing-owners=${owners}`]),
  ].join('; ');
}
