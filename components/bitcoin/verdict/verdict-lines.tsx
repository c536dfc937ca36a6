import type { AccountVersion } from '@/lib/btc-account/account-versions';
import type { ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import type { ChainGroups, VersionStatus } from '@/lib/dashboard/bitcoin/chain-status/chain-status';

type Props = { verdict: VersionStatus; groups: ChainGroups };

const namesOf = (chains: readonly ChainChoice[]) => chains.map(({ name }) => name).join(', ');

/** What is said as long as no chain has answered. */
function nothingYet({ answered, pending }: ChainGroups): string | undefined {
  if (answered.length > 0) return undefined;
  return pending.length > 0 ? 'The chains are being asked.' : 'Not known: no chain answered.';
}

/** The beginning of a sentence that more chains may change. */
const soFar = ({ pending }: ChainGroups) => (pending.length > 0 ? 'So far: ' : '');

/** The chains on which the account stands. */
export function DeployedOn({ verdict: { deployedOn }, groups }: Props) {
  if (deployedOn.length > 0)
    return (
      <span title={`${soFar(groups)}${namesOf(deployedOn)}`}>
        <strong className="font-medium text-good">
          {soFar(groups)}
          {deployedOn.length > 3 && `${deployedOn.length} chains: `}
          {namesOf(deployedOn)}
        </strong>
      </span>
    );
  return (
    <span className="text-muted">
      {nothingYet(groups) ??
        (groups.pending.length > 0 ? 'None so far.' : 'None of the chains that answered.')}
    </span>
  );
}

/** Where money sent to the account may be lost, and why; else where all is there that the account needs. */
export function SendOn({ verdict: { hazards, fine }, groups }: Props) {
  const said = groups.answered.length;
  if (hazards.length === 0) {
    const usable =
      fine.length === 0
        ? 'Not known of any chain yet.'
        : `${soFar(groups)}${fine.length} of ${said} that answered, with all that the account needs: ${namesOf(fine)}.`;
    const words = nothingYet(groups) ?? usable;
    return (
      <span className="text-muted" title={words}>
        {words}
      </span>
    );
  }
  const words = `${soFar(groups)}${hazardWords(hazards, said)}`;
  return (
    <strong className="font-medium text-bad" title={words}>
      {words}
    </strong>
  );
}

/** Reasons and numbers come before names: a long line is cut at its end. */
function hazardWords(hazards: VersionStatus['hazards'], said: number): string {
  const isShort = hazards.reduce((sum, { chains }) => sum + chains.length, 0) <= 4;
  if (isShort)
    return `Money may be lost: ${hazards.map(({ why, chains }) => `${namesOf(chains)}: ${why}`).join('; ')}.`;
  const all = new Set(hazards.flatMap(({ chains }) => chains));
  const reasons = hazards.map(({ why, chains }) => `${why} (${chains.length})`).join(', ');
  return `Money may be lost on ${all.size} of ${said}: ${reasons}. ${namesOf([...all])}.`;
}

/** Names few chains; the names of many are below the table. */
const withoutEndpointWords = (chains: readonly ChainChoice[]) =>
  `${chains.length} without an endpoint${chains.length > 3 ? '' : ` (${namesOf(chains)})`}`;

/** The chains that told nothing, or not all. */
export function NotChecked({
  verdicts,
  groups: { noResponse, withoutEndpoint, pending },
}: {
  verdicts: readonly { version: AccountVersion; verdict: VersionStatus }[];
  groups: ChainGroups;
}) {
  const parts = [
    pending.length > 0 && `${pending.length} to come`,
    noResponse.length > 0 && `${noResponse.length} silent (${namesOf(noResponse.map(({ chain }) => chain))})`,
    withoutEndpoint.length > 0 && withoutEndpointWords(withoutEndpoint),
    ...verdicts.map(
      ({ version, verdict: { unsure } }) =>
        unsure.length > 0 && `${version} only in part on ${namesOf(unsure)}`,
    ),
  ].filter((part) => part !== false);
  if (parts.length === 0) return <span className="text-muted">None: all chains have answered.</span>;
  const words = `${parts.join('; ')}.`;
  return <span title={words}>Do not send there yet: {words}</span>;
}
