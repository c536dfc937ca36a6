import { createHash, createPublicKey, verify } from 'node:crypto';
import { InvalidInputError } from '@/lib/errors';
import { asBuffer } from '@/lib/solana/accounts/account-bytes';
import { decodeAddress, encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { findProgramAddress } from '@/lib/solana/address/program-address';
import { NAME_OFFERS_PROGRAM, NAME_SERVICE_PROGRAM, SYSTEM_PROGRAM } from '@/lib/solana/programs';

/** Addresses and account data of `.sol` names in the Bonfida (SPL) name service. */

const SOL_TLD = '58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx';
/** Class of version 2 records: the central state of the SNS records program. */
const RECORDS_V2_CLASS = '2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo';
/** Class of reverse accounts, which contain the text of a name. */
const REVERSE_CLASS = '33m47vH6Eav6jr5Ry86XjhRft2jRBLDnDgPSHoquXi2Z';
/** Program that wraps names as NFTs and owns them while they are wrapped. */
export const NAME_TOKENIZER_PROGRAM = 'nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk';
const HEADER_BYTES = 96;
const MAX_LABEL_BYTES = 64;

/** All accounts needed to resolve a name. */
export type NameAccounts = {
  registry: SolanaAddress;
  recordV1: SolanaAddress;
  recordV2: SolanaAddress;
  /** Account of the name tokenizer that states whether the name is wrapped. */
  nftRecord: SolanaAddress;
  /** Mint of the NFT that represents the wrapped name. Exists if the name was ever wrapped. */
  nftMint: SolanaAddress;
};

/**
 * Derives the accounts of a `.sol` name or subdomain.
 * @throws InvalidInputError if the text is not a `.sol` name
 */
export function nameAccounts(name: string): NameAccounts {
  const labels = name.trim().toLowerCase().split('.');
  const tld = labels.pop();
  const unusable = labels.some(
    (label) => label === '' || Buffer.byteLength(label) > MAX_LABEL_BYTES || /[\p{Cc}\p{Z}/@:]/u.test(label),
  );
  const [domain, sub] = labels.toReversed();
  if (tld !== 'sol' || domain === undefined || labels.length > 2 || unusable) {
    throw new InvalidInputError(
      'invalid-name',
      'Expected a name that ends in .sol, such as name.sol or sub.name.sol',
    );
  }
  const parent = nameAccount(domain, SOL_TLD);
  return accountsOfRegistry(sub === undefined ? parent : nameAccount(`\0${sub}`, parent));
}

/** Derives the accounts of the name with the given registry account. */
export const accountsOfRegistry = (registry: SolanaAddress): NameAccounts => ({
  registry,
  recordV1: nameAccount('\u0001SOL', registry),
  recordV2: nameAccount('\u0002SOL', registry, RECORDS_V2_CLASS),
  nftRecord: derive([Buffer.from('nft_record'), bytesOf(registry)], NAME_TOKENIZER_PROGRAM),
  nftMint: derive([Buffer.from('tokenized_name'), bytesOf(registry)], NAME_TOKENIZER_PROGRAM),
});

/** Tag of the account of a wrapped name; the account of a name that was unwrapped has another. */
const ACTIVE_NFT_RECORD = 2;

/** Checks whether the name tokenizer's account (u8 tag first) states that a name is wrapped. */
export const isActiveNftRecord = (data: Uint8Array): boolean => data[0] === ACTIVE_NFT_RECORD;

const bytesOf = (address: string) => decodeAddress(address) ?? new Uint8Array(32);

function derive(seeds: Uint8Array[], program: string): SolanaAddress {
  const address = findProgramAddress(seeds, program);
  if (address === undefined) throw new Error('No bump gives an address off the curve');
  return address;
}

function nameAccount(label: string, parent: SolanaAddress, nameClass?: SolanaAddress): SolanaAddress {
  const hashed = createHash('sha256').update(`SPL Name Service${label}`).digest();
  return derive(
    [hashed, nameClass === undefined ? new Uint8Array(32) : bytesOf(nameClass), bytesOf(parent)],
    NAME_SERVICE_PROGRAM,
  );
}

/** Reads the owner from the header of a name account; returns undefined if there are too few bytes. */
export function decodeNameOwner(data: Uint8Array): SolanaAddress | undefined {
  return data.length < HEADER_BYTES ? undefined : encodeAddress(data, 32);
}

/**
 * Reads the wallet from a version 1 SOL record: the address, then the owner's signature over the hex of that address
 * and the record's own address. Returns undefined if `owner` did not sign it, because records of former owners remain.
 */
export function readRecordV1(
  data: Uint8Array,
  record: SolanaAddress,
  owner: SolanaAddress,
): SolanaAddress | undefined {
  if (data.length < HEADER_BYTES + 96) return undefined;
  const content = asBuffer(data).subarray(HEADER_BYTES);
  const signed = Buffer.from(Buffer.concat([content.subarray(0, 32), bytesOf(record)]).toString('hex'));
  return isSignedBy(signed, content.subarray(32, 96), owner) ? encodeAddress(content, 0) : undefined;
}

/** DER prefix of an Ed25519 public key (RFC 8410). */
const ED25519_KEY = Buffer.from('302a300506032b6570032100', 'hex');

function isSignedBy(message: Buffer, signature: Buffer, signer: SolanaAddress): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.concat([ED25519_KEY, bytesOf(signer)]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, message, key, signature);
  } catch {
    // An owner off the curve, such as the owner of a wrapped name, cannot sign.
    return false;
  }
}

/** `Validation::Solana` of the records program: the validation id is a signer's address. */
const SIGNED_ON_SOLANA = 1;

/**
 * Reads the wallet from a version 2 SOL record, if the owner wrote it since the name last changed owners (staleness)
 * and the wallet has confirmed it (right of association).
 */
export function readRecordV2(data: Uint8Array, owner: SolanaAddress): SolanaAddress | undefined {
  if (data.length < HEADER_BYTES + 8 + 96) return undefined;
  const buffer = asBuffer(data).subarray(HEADER_BYTES);
  const signed = buffer.readUInt16LE(0) === SIGNED_ON_SOLANA && buffer.readUInt16LE(2) === SIGNED_ON_SOLANA;
  if (!signed || buffer.readUInt32LE(4) !== 32) return undefined;
  const wallet = encodeAddress(buffer, 8 + 64);
  return encodeAddress(buffer, 8) === owner && encodeAddress(buffer, 8 + 32) === wallet ? wallet : undefined;
}

/** Derives the account of the name offers program that stores a wallet's favorite name. */
export const favoriteAccount = (wallet: SolanaAddress): SolanaAddress =>
  derive([Buffer.from('favourite_domain'), bytesOf(wallet)], NAME_OFFERS_PROGRAM);

/** Reads the registry address from the account of a wallet's favorite name: u8 tag, address. */
export const readFavorite = (data: Uint8Array): SolanaAddress | undefined =>
  data.length < 33 ? undefined : encodeAddress(data, 1);

/**
 * Derives the reverse account of a name, which contains the name's text.
 * @param parent registry of the domain, if the name is a subdomain
 */
export const reverseAccount = (registry: SolanaAddress, parent?: SolanaAddress): SolanaAddress =>
  nameAccount(registry, parent ?? SYSTEM_PROGRAM, REVERSE_CLASS);

/** Reads the parent from the header of a name account; null if the parent is the registry of `.sol`. */
export function decodeNameParent(data: Uint8Array): SolanaAddress | null {
  const parent = encodeAddress(data);
  return parent === SOL_TLD ? null : parent;
}

/** Reads the text of a name, without its ending, from its reverse account. A subdomain starts with a NUL. */
export function decodeReverse(data: Uint8Array): string | undefined {
  if (data.length < HEADER_BYTES + 4) return undefined;
  const buffer = asBuffer(data).subarray(HEADER_BYTES);
  const length = buffer.readUInt32LE(0);
  if (length > MAX_LABEL_BYTES + 1 || 4 + length > buffer.length) return undefined;
  return buffer.toString('utf8', 4, 4 + length).replace(/^\0/, '');
}

/** Checks whether a string is the name of a registry account. */
export function isNameOf(name: string, registry: SolanaAddress): boolean {
  try {
    return nameAccounts(name).registry === registry;
  } catch {
    // The text is not a valid name.
    return false;
  }
}
