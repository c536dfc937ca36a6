import { uncompressedKey } from '@/lib/bitcoin/curve';
import { checksumAddress, keccakAfter, keccakHex } from '@/lib/evm/address';
import {
  ACCOUNT_VERSION_NAMES,
  ACCOUNT_VERSIONS,
  type AccountVersion,
  CREATE_ACCOUNT_SELECTOR,
  ENTRY_POINT_ADDRESS,
  INITIALIZE_SELECTOR,
} from './account-versions';
import type { SmartAccount } from './btc-account';
import { PROXY_CREATION_CODE } from './proxy-creation-code.generated';

/** The documented fields of an account except `isDeployed`, which must be read from the chain. */
export type DerivedAccount = Omit<SmartAccount, 'isDeployed'>;

const bytesOf = (hex: string) => Buffer.from(hex.replace(/^0x/, ''), 'hex');
const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0');

/** Salt of CREATE2: `bytes32(index)`, where the index is always 0. */
const SALT = word('0');

/**
 * By version: hash states of the init code up to the owner, `proxyCreationCode ‖ abi.encode(implementation,
 * initialize(…`. The owner follows, then padding that extends the 36 bytes of call data to whole words.
 */
const initCodeHashes = byVersion((version) =>
  keccakAfter(
    bytesOf(
      PROXY_CREATION_CODE[version] +
        word(ACCOUNT_VERSIONS[version].implementation) +
        word('40') + // offset of the bytes
        word('24') + // length of the bytes: a selector and one word
        INITIALIZE_SELECTOR +
        '00'.repeat(12),
    ),
  ),
);

/** By version: hash states of `0xff ‖ factory ‖ salt`, to which the hash of the init code is added (EIP-1014). */
const create2Hashes = byVersion((version) =>
  keccakAfter(bytesOf(`ff${ACCOUNT_VERSIONS[version].factoryAddress.slice(2)}${SALT}`)),
);

function byVersion<T>(make: (version: AccountVersion) => T): Record<AccountVersion, T> {
  return Object.fromEntries(ACCOUNT_VERSION_NAMES.map((version) => [version, make(version)])) as Record<
    AccountVersion,
    T
  >;
}

/**
 * Calculates the addresses that a key controls, in EIP-55 form; the same on every chain.
 * @param publicKey compressed, in hex
 */
export function accountsOfKey(publicKey: string) {
  const owner = keccakHex(uncompressedKey(publicKey).subarray(1)).slice(24);
  return {
    /** EVM address of the key, returned as `owner` and `eoaAddress`. */
    owner: checksumAddress(owner),
    smartAccountAddresses: accountsOfOwner(owner),
  };
}

/**
 * Calculates the addresses of the accounts with index 0 that the factories create for an owner.
 * @param owner 40 hex digits without `0x`
 */
export function accountsOfOwner(owner: string): Record<AccountVersion, string> {
  const ownerAndPadding = Buffer.alloc(48);
  ownerAndPadding.write(owner, 'hex');
  return byVersion((version) => {
    const initCodeHash = initCodeHashes[version](ownerAndPadding);
    const address = create2Hashes[version](Buffer.from(initCodeHash, 'hex')).slice(24);
    return checksumAddress(address);
  });
}

/**
 * Calculates the smart account of a key offline (`CREATE2(factory, bytes32(0), keccak256(proxyCreationCode ‖
 * abi.encode(implementation, initialize(owner))))`). Returns the documented fields in the documented order.
 * @param config a public key in compressed form, as output by `BtcPublicKey`
 */
export function deriveAccount(
  config: { version: AccountVersion; btcPublicKey: string },
  chainId: number,
): DerivedAccount {
  const { owner, smartAccountAddresses } = accountsOfKey(config.btcPublicKey);
  return {
    chainId,
    eoaAddress: owner,
    factoryAddress: ACCOUNT_VERSIONS[config.version].factoryAddress,
    entryPointAddress: ENTRY_POINT_ADDRESS,
    smartAccountAddress: smartAccountAddresses[config.version],
    owner,
    name: 'BTC',
    version: config.version,
    index: 0,
    btcPublicKey: config.btcPublicKey,
  };
}

/**
 * Returns the data that deploys an account, as `0x`-prefixed hex: the call data for the factory, and `initCode` for
 * entry point 0.6, which is the factory's address followed by the call data.
 */
export function deploymentOf({ factoryAddress, owner }: Pick<DerivedAccount, 'factoryAddress' | 'owner'>) {
  const call = `${CREATE_ACCOUNT_SELECTOR}${word(owner.toLowerCase())}${SALT}`;
  return { factoryData: `0x${call}`, initCode: `${factoryAddress.toLowerCase()}${call}` };
}

/** Calculates the accounts of both versions on one chain, oldest version first. */
export function deriveAccounts(publicKey: string, chainId: number): DerivedAccount[] {
  return ACCOUNT_VERSION_NAMES.map((version) => deriveAccount({ version, btcPublicKey: publicKey }, chainId));
}
