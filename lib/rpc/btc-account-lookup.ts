import { LRUCache } from 'lru-cache';
import { isProven, matchAddress } from '@/lib/bitcoin/address-match';
import { recordedAddressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { AccountConfig, type SmartAccount } from '@/lib/btc-account/btc-account';
import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import { type DerivedAccount, deriveAccount } from '@/lib/btc-account/derive-account';
import { isJsonObject, readParam } from './read-params';

/** What a look-up found on a chain, before the chain is asked whether the account is deployed. */
export class FoundBtcAccount {
  readonly account: DerivedAccount;
  /** What is recorded: the key with its own forms, and a given address only if the key proves it. */
  readonly pairings: readonly [BtcAccountPairing];
  private deployed: SmartAccount | undefined;
  private notDeployed: SmartAccount | undefined;

  constructor(config: AccountConfig, provenAddress: string | undefined, chainId: number) {
    this.account = deriveAccount(config, chainId);
    const { btcPublicKey, version, smartAccountAddress } = this.account;
    const btcAddresses = recordedAddressesOfKey(btcPublicKey);
    const beyond = provenAddress !== undefined && !btcAddresses.includes(provenAddress);
    this.pairings = [
      {
        publicKey: btcPublicKey,
        chainId,
        version,
        smartAccountAddress,
        btcAddresses,
        ...(beyond ? { provenAddress } : {}),
      },
    ];
  }

  /** The answer, frozen: the same one each time. */
  answer(isDeployed: boolean): SmartAccount {
    if (isDeployed) {
      this.deployed ??= answerOf(this.account, true);
      return this.deployed;
    }
    this.notDeployed ??= answerOf(this.account, false);
    return this.notDeployed;
  }
}

/** The documented order: isDeployed second. */
function answerOf({ chainId, ...rest }: DerivedAccount, isDeployed: boolean): SmartAccount {
  return Object.freeze({ chainId, isDeployed, ...rest });
}

/** One account config of a call, and what it found where it was last asked for. */
export class BtcAccountLookup {
  /** Whether the key proves the address that was given; true when none was. */
  readonly provesAddress: boolean;
  private last: FoundBtcAccount | undefined;

  constructor(private readonly config: AccountConfig) {
    const { btcPublicKey, btcAddress } = config;
    this.provesAddress = btcAddress === undefined || isProven(matchAddress(btcPublicKey, btcAddress));
  }

  on(chainId: number): FoundBtcAccount {
    if (this.last?.account.chainId !== chainId) {
      const { btcAddress } = this.config;
      this.last = new FoundBtcAccount(this.config, this.provesAddress ? btcAddress : undefined, chainId);
    }
    return this.last;
  }
}

/** Look-ups without an address, by version and by the key as it was written. Some 15 MB when full. */
const MOST_RECENT = 5_000;
const recent = new Map<unknown, LRUCache<string, BtcAccountLookup>>(
  ACCOUNT_VERSION_NAMES.map((version) => [version, new LRUCache({ max: MOST_RECENT })]),
);

/**
 * Reads an account config (specification §4.2).
 * @param path where it stands in the request
 * @throws InvalidInputError with the reason and path of what is wrong
 */
export function readBtcAccountLookup(value: unknown, path: string): BtcAccountLookup {
  if (!isJsonObject(value) || value.btcAddress !== undefined || value.name !== 'BTC')
    return new BtcAccountLookup(readParam(AccountConfig, value, path));
  const { version, btcPublicKey } = value;
  const ofVersion = recent.get(version);
  const known = typeof btcPublicKey === 'string' ? ofVersion?.get(btcPublicKey) : undefined;
  if (known !== undefined) return known;
  const lookup = new BtcAccountLookup(readParam(AccountConfig, value, path));
  ofVersion?.set(btcPublicKey as string, lookup);
  return lookup;
}
