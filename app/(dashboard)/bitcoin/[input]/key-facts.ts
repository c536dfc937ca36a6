import { addressesOfKey, type KeyAddresses } from '@/lib/bitcoin/addresses-of-key';
import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { derivationSteps } from '@/lib/btc-account/derivation-steps';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import type { KeyFacts, ProvenAddresses } from '@/lib/dashboard/bitcoin/key-proof';
import type { MatchMessage } from '@/lib/dashboard/bitcoin/match-messages';

/** Calculates the facts about a key. `match` is the result of comparing the key with `address`. */
export function factsOf(publicKey: string, address: string, match: MatchMessage | undefined): KeyFacts {
  const { owner, smartAccountAddresses } = accountsOfKey(publicKey);
  const account = (version: AccountVersion) => ({
    address: smartAccountAddresses[version],
    steps: derivationSteps(publicKey, version),
  });
  const { mainnet, testnet, regtest } = addressesOfKey(publicKey);
  return {
    publicKey,
    owner,
    accounts: { '1.0.0': account('1.0.0'), '2.0.0': account('2.0.0') },
    addresses: { mainnet: proven(mainnet), testnet: proven(testnet), regtest: proven(regtest) },
    compared: match && { address, verdict: `${match.result}. ${match.why}` },
  };
}

/** Removes the untweaked taproot address, which does not prove that it belongs to the key (BIP-86). */
function proven({ p2trUntweaked: _, ...forms }: KeyAddresses): ProvenAddresses {
  return forms;
}
