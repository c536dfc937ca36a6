import { favoriteAccount, nameAccounts, reverseAccount } from '@/lib/solana/accounts/name-service';
import { decodeAddress } from '@/lib/solana/address/address';
import { NAME_OFFERS_PROGRAM, NAME_SERVICE_PROGRAM } from '@/lib/solana/programs';
import type { SnapshotAccount } from '@/lib/sources/sample/sample-node';

const bytesOf = (address: string) => Buffer.from(decodeAddress(address) ?? []);
const SOL_TLD = bytesOf('58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx');

/** Creates the accounts of a wallet whose primary name is `label` followed by `.sol`. */
export function namedWallet(owner: string, label: string): SnapshotAccount[] {
  const { registry } = nameAccounts(`${label}.sol`);
  const account = (pubkey: string, program: string, ...data: Uint8Array[]) => ({
    pubkey,
    owner: program,
    lamports: 1n,
    data: Buffer.concat(data).toString('base64'),
  });
  const length = Uint8Array.of(Buffer.byteLength(label), 0, 0, 0);
  return [
    account(favoriteAccount(owner), NAME_OFFERS_PROGRAM, Uint8Array.of(2), bytesOf(registry)),
    account(registry, NAME_SERVICE_PROGRAM, SOL_TLD, bytesOf(owner), new Uint8Array(32)),
    account(reverseAccount(registry), NAME_SERVICE_PROGRAM, new Uint8Array(96), length, Buffer.from(label)),
  ];
}
