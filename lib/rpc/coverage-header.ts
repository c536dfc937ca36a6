import { ASSET_KINDS, type Coverage } from '@/lib/solana/coverage';

/** What an answer says of its own completeness. */
export type AnswerCoverage = Coverage & {
  /** Mints of held tokens that no node had. */
  missingMints: number;
};

/** Header of every answer that lists holdings (contract §3). */
export const COVERAGE_HEADER = 'Satchel-Coverage';

/**
 * The header's value: `spl-token, token-2022; not-read="mpl-core, compressed"; missing-mints=1`, the parameters only
 * where they apply (RFC 8941 in form).
 * @param answers what each item of a batch covers: read is what all of them read
 */
export function coverageHeader(answers: readonly AnswerCoverage[]): string {
  const notRead = ASSET_KINDS.filter((kind) => answers.some((one) => !one.read.includes(kind)));
  const missing = answers.reduce((sum, { missingMints }) => sum + missingMints, 0);
  const read = ASSET_KINDS.filter((kind) => !notRead.includes(kind)).join(', ');
  return [
    read,
    ...(notRead.length === 0 ? [] : [`not-read="${notRead.join(', ')}"`]),
    ...(missing === 0 ? [] : [`missing-mints=${missing}`]),
  ].join('; ');
}
