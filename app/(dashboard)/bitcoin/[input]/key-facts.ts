import { addressesOfKey, type KeyAddresses } from '@/lib/bitcoin/addresses-of-key';
import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { derivationSteps } from '@/lib/btc-account/derivation-steps';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import type { KeyFacts, ProvenAddresses } from '@/lib/dashboard/bitcoin/key-proof';
import type { MatchMessage } from '@/lib/dashboard/bitcoin/match-messages';

/** Collects offline facts about a key, for its page and its proof. `match` is the result for `address`. */
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

/** Removes the untweaked taproot address, because it proves nothing. */
function proven({ p2trUntweaked: _, ...forms }: KeyAddresses): ProvenAddresses {
  return forms;
}
