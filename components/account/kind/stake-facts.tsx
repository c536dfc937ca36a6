import type { FactList } from '@/components/item/facts';
import { LocalTime } from '@/components/ui/local-time';
import { delegationMessage, isLockedNow } from '@/lib/dashboard/account/kind-messages';
import { formatAmount, formatSol } from '@/lib/dashboard/format';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import { activationOf, type Delegation, type Lockup } from '@/lib/solana/account-description/stake-account';
import { linkFact } from './account-link';
import { type Of, Risk } from './fact';

/** Returns the facts about a stake account: delegation, its state, and the authorities. */
export function stakeFacts(
  { stake }: Of<'stake'>,
  { epoch, lamports }: AccountDescription,
  chain: number,
): FactList {
  if (stake.state === 'uninitialized') return [['State', 'Not initialized']];
  if (stake.state === 'rewards-pool') return [['State', 'Rewards pool']];
  return [
    ...delegationFacts(stake.delegation, lamports, epoch, chain),
    ...lockupFacts(stake.lockup, epoch, chain),
    linkFact('Who can delegate', stake.staker, chain, 'staker'),
    linkFact('Who can withdraw', stake.withdrawer, chain, 'withdrawer'),
  ];
}

function delegationFacts(
  delegation: Delegation | null,
  lamports: bigint,
  epoch: bigint | undefined,
  chain: number,
): FactList {
  if (delegation === null) return [['State', 'Not delegated']];
  const { voter, stake, activationEpoch, deactivationEpoch } = delegation;
  const isOver = epoch !== undefined && activationOf(delegation, epoch) === 'inactive';
  return [
    ['State', delegationMessage(delegation, epoch)],
    [isOver ? 'Was delegated' : 'Delegated', `${formatSol(stake)} SOL`],
    !isOver &&
      lamports > stake && [
        'Not delegated',
        `${formatSol(lamports - stake)} SOL, including the account’s rent`,
      ],
    linkFact('Validator', voter, chain, 'vote account'),
    [
      'Epochs',
      `${delegation.isOfGenesis ? 'Active since genesis' : `Activated in epoch ${formatAmount(activationEpoch, 0)}`}${
        deactivationEpoch === null ? '' : `, deactivated in ${formatAmount(deactivationEpoch, 0)}`
      }${epoch === undefined ? '' : `; now ${formatAmount(epoch, 0)}`}`,
    ],
  ];
}

function lockupFacts(lockup: Lockup, epoch: bigint | undefined, chain: number): FactList {
  const { unixTimestamp, epoch: endEpoch } = lockup;
  if (unixTimestamp === 0n && endEpoch === 0n) return [['Lockup', 'None']];
  const isLockedUp = isLockedNow(lockup, epoch);
  return [
    [
      'Lockup',
      isLockedUp === false ? (
        <>
          Over since <LockupEnd {...lockup} />
        </>
      ) : (
        <Risk key="" tone="caution">
          Locked until <LockupEnd {...lockup} />
          {isLockedUp === undefined && '; the current epoch could not be read'}
        </Risk>
      ),
    ],
    linkFact('Custodian', lockup.custodian, chain),
  ];
}

/** Latest second since 1970 that a Date can represent. */
const LAST_SECOND = 8_640_000_000_000n;

/** When a lockup ends: a time, an epoch or both. */
function LockupEnd({ unixTimestamp, epoch }: Lockup) {
  const isDate = unixTimestamp >= -LAST_SECOND && unixTimestamp <= LAST_SECOND;
  return (
    <>
      {unixTimestamp !== 0n && (
        <span className="inline-block">
          {isDate ? (
            <LocalTime iso={new Date(Number(unixTimestamp) * 1000).toISOString()} />
          ) : (
            `second ${unixTimestamp}`
          )}
        </span>
      )}
      {unixTimestamp !== 0n && epoch !== 0n && ' and '}
      {epoch !== 0n && `epoch ${formatAmount(epoch, 0)}`}
    </>
  );
}
