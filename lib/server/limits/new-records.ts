import 'server-only';
import type { BtcAccountPairing, BtcAccountStore } from '@/lib/btc-account/btc-account-store';
import { LimitError } from '@/lib/errors';
import type { Redis } from '@/lib/server/redis';
import type { Log } from '@/lib/server/telemetry/log';
import type { Metrics } from '@/lib/server/telemetry/metrics';
import type { Ports } from '@/lib/services/ports';
import { hourlyAllowance, secondsToWait } from './rate-limiter';

/**
 * Wraps the ports so that each project records at most `perHour` new pairings per hour (`NEW_PAIRINGS_PER_HOUR`) and
 * cannot fill the store. Further lookups succeed but are not recorded. A pairing that this process has not seen since
 * its start counts as new, but is still updated if it is in the store. A pairing that the store did not take (its disk is
 * full or read-only, or it can't be reached) does not count.
 * @param perHour 0: unlimited
 */
export function portsOfProjects(
  ports: Ports,
  perHour: number,
  { redis, log, metrics }: { redis: Redis | undefined; log: Pick<Log, 'warn'>; metrics: Metrics },
): (projectId: string) => Ports {
  if (perHour === 0) return () => ports;
  const pairingsLeft = hourlyAllowance(redis, 'new-pairings', perHour);
  // Each instance warns separately.
  const warningsLeft = hourlyAllowance(undefined, 'pairing-warnings', 1);

  const recorderFor = (projectId: string): BtcAccountStore['record'] => {
    const { btcAccounts } = ports;
    return async (pairings, signal) => {
      const unknown = pairings.filter((pairing) => !btcAccounts.isKnown(pairing));
      if (unknown.length === 0) return btcAccounts.record(pairings, signal);
      if ((await pairingsLeft.take(projectId, unknown.length)).isTaken) {
        try {
          return await btcAccounts.record(pairings, signal);
        } finally {
          const unrecorded = unknown.filter((pairing) => !btcAccounts.isKnown(pairing));
          if (unrecorded.length > 0) pairingsLeft.giveBack(projectId, unrecorded.length);
        }
      }
      const isNew = await Promise.all(unknown.map((pairing) => isMissing(btcAccounts, pairing, signal)));
      const leftOut = new Set(unknown.filter((_, index) => isNew[index]));
      metrics.pairingsNotRecorded.inc(leftOut.size);
      if (leftOut.size > 0 && (await warningsLeft.take(projectId, 1)).isTaken)
        log.warn(
          { projectId, perHour },
          'NEW_PAIRINGS_PER_HOUR is used up: lookups of this project succeed but are not recorded',
        );
      return btcAccounts.record(
        pairings.filter((pairing) => !leftOut.has(pairing)),
        signal,
      );
    };
  };

  const byProject = new Map<string, Ports>();
  return (projectId) => {
    let limited = byProject.get(projectId);
    if (limited === undefined) {
      limited = { ...ports, btcAccounts: { ...ports.btcAccounts, record: recorderFor(projectId) } };
      byProject.set(projectId, limited);
    }
    return limited;
  };
}

async function isMissing(
  { find }: Pick<BtcAccountStore, 'find'>,
  { chainId, smartAccountAddress }: BtcAccountPairing,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return (await find({ chainId, smartAccountAddress }, signal)).length === 0;
}

/** Maximum number of new keys that visitors at one address may record per hour (contract §2). */
const NEW_KEYS_AN_HOUR = 60;

/**
 * Wraps the ports so that visitors at one address record at most `NEW_KEYS_AN_HOUR` new keys per hour, over all instances
 * if Redis is configured. Recording more throws LimitError `too-many-new-keys`.
 */
export function portsOfVisitors(ports: Ports, redis: Redis | undefined): (address: string) => Ports {
  const keysLeft = hourlyAllowance(redis, 'new-keys', NEW_KEYS_AN_HOUR);
  const { btcAccounts } = ports;
  const recorderFor = (address: string): BtcAccountStore['record'] => {
    return async (pairings, signal) => {
      const accounts = new Map(
        pairings.map(({ publicKey, smartAccountAddress }) => [publicKey, smartAccountAddress]),
      );
      const known = await Promise.all(
        [...accounts.values()].map((smartAccountAddress) =>
          btcAccounts.find({ smartAccountAddress }, signal),
        ),
      );
      const newKeys = known.filter((records) => records.length === 0).length;
      if (newKeys > 0) {
        const { isTaken, msLeft } = await keysLeft.take(address, newKeys);
        if (!isTaken) throw tooManyNewKeys(secondsToWait(msLeft));
      }
      await btcAccounts.record(pairings, signal);
    };
  };
  return (address) => ({ ...ports, btcAccounts: { ...btcAccounts, record: recorderFor(address) } });
}

const tooManyNewKeys = (retryAfterSeconds: number) =>
  new LimitError(
    'too-many-new-keys',
    `The limit of ${NEW_KEYS_AN_HOUR} new keys per hour is exceeded; try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  );
