import { favoriteAccount, nameAccounts, reverseAccount } from '@/lib/solana/accounts/name-service';
import { NAME_OFFERS_PROGRAM, NAME_SERVICE_PROGRAM } from '@/lib/solana/programs';
import type { SnapshotAccount } from '@/lib/sources/sample/sample-node';
import { key, text, u8 } from './bytes';
import { encodeNameAccount } from './encode-accounts';
import { account } from './solana-wallet';

/** Creates the accounts of a wallet whose primary name is `label` followed by `.sol`. */
export function namedWallet(owner: string, label: string): SnapshotAccount[] {
  const { registry } = nameAccounts(`${label}.sol`);
  return [
    account(favoriteAccount(owner), NAME_OFFERS_PROGRAM, Buffer.concat([u8(2), key(registry)])),
    account(registry, NAME_SERVICE_PROGRAM, encodeNameAccount(owner)),
    account(reverseAccount(registry), NAME_SERVICE_PROGRAM, Buffer.concat([new Uint8Array(96), text(label)])),
  ];
}
