import { recordedAddressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import type { DerivedAccount } from '@/lib/btc-account/derive-account';
import { once } from '@/lib/promises/once';

/**
 * Creates the pairing to store after a lookup.
 * @param provenAddress the address in the request, if it belongs to the key
 */
export function pairingOf(account: DerivedAccount, provenAddress?: string): BtcAccountPairing {
  const { btcPublicKey, chainId, version, smartAccountAddress } = account;
  const btcAddresses = once(() => recordedAddressesOfKey(btcPublicKey));
  return {
    publicKey: btcPublicKey,
    chainId,
    version,
    smartAccountAddress,
    btcAddresses,
    ...(provenAddress === undefined || btcAddresses().includes(provenAddress) ? {} : { provenAddress }),
  };
}
