import { isProven, matchAddress } from '@/lib/bitcoin/address-match';
import { recordedAddressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import type { DerivedAccount } from '@/lib/btc-account/derive-account';
import { once } from '@/lib/promises/once';

/**
 * Creates the pairing to store after a lookup.
 * @param btcAddress the address in the request, which is recorded only if it belongs to the key
 */
export function pairingOf(account: DerivedAccount, btcAddress?: string): BtcAccountPairing {
  const { btcPublicKey, chainId, version, smartAccountAddress } = account;
  const btcAddresses = once(() => recordedAddressesOfKey(btcPublicKey));
  const isProvenAddress = btcAddress !== undefined && isProven(matchAddress(btcPublicKey, btcAddress));
  return {
    publicKey: btcPublicKey,
    chainId,
    version,
    smartAccountAddress,
    btcAddresses,
    ...(isProvenAddress && !btcAddresses().includes(btcAddress) && { provenAddress: btcAddress }),
  };
}
