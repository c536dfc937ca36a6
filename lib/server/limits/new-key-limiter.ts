import 'server-only';
import { LimitError } from '@/lib/errors';
import type { Redis } from '@/lib/server/redis';
import type { Ports } from '@/lib/services/ports';
import { hourlyAllowance, secondsToWait } from './rate-limiter';

/** Maximum number of new keys that visitors at one address may record per hour (contract §2). */
const NEW_KEYS_AN_HOUR = 60;

/**
 * Charges new keys to the limit of a visitor's address.
 * @throws LimitError `too-many-new-keys`
 */
export type ChargeNewKeys = (address: string, keys: number) => Promise<void>;

/** Creates the limit of new keys per address, shared by all instances if Redis is configured. */
export function newKeyLimiter(redis: Redis | undefined): ChargeNewKeys {
  const allowance = hourlyAllowance(redis, 'new-keys', NEW_KEYS_AN_HOUR);
  return async (address, keys) => {
    const { isTaken, msLeft } = await allowance.take(address, keys);
    if (isTaken) return;
    const retryAfterSeconds = secondsToWait(msLeft);
    throw new LimitError(
      'too-many-new-keys',
      `The limit of ${NEW_KEYS_AN_HOUR} new keys per hour is exceeded; try again in ${retryAfterSeconds} s`,
      { retryAfterSeconds },
    );
  };
}

/** Wraps the ports for a visitor, so that each new key is charged to the visitor's limit. */
export function visitorPorts(ports: Ports, take: ChargeNewKeys, address: string): Ports {
  const { btcAccounts } = ports;
  return {
    ...ports,
    btcAccounts: {
      ...btcAccounts,
      async record(pairings, signal) {
        const accounts = new Map(
          pairings.map(({ publicKey, smartAccountAddress }) => [publicKey, smartAccountAddress]),
        );
        const known = await Promise.all(
          [...accounts.values()].map((smartAccountAddress) =>
            btcAccounts.find({ smartAccountAddress }, signal),
          ),
        );
        const newKeys = known.filter((records) => records.length === 0).length;
        if (newKeys > 0) await take(address, newKeys);
        await btcAccounts.record(pairings, signal);
      },
    },
  };
}
