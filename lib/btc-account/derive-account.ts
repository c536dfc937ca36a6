import { uncompressedKey } from '@/lib/bitcoin/uncompressed-key';
import { checksumAddress } from '@/lib/evm/address';
import {
  ACCOUNT_VERSION_NAMES,
  ACCOUNT_VERSIONS,
  type AccountVersion,
  CREATE_ACCOUNT_SELECTOR,
  ENTRY_POINT_ADDRESS,
  INITIALIZE_SELECTOR,
} from './account-versions';
import type { SmartAccount } from './btc-account';
import { keccakAfter, keccakHex } from './keccak';
import { PROXY_CREATION_CODE } from './proxy-creation-code.generated';

/** What a key controls on any chain, in EIP-55 form; the address of an account does not depend on the chain. */
export type KeyAccounts = {
  /** EVM address of the key: `owner` and `eoaAddress`. */
  owner: string;
  smartAccountAddresses: Record<AccountVersion, string>;
};

/** The documented fields of an account except `isDeployed`, which only the chain knows. */
export type DerivedAccount = Omit<SmartAccount, 'isDeployed'>;

const bytesOf = (hex: string) => Buffer.from(hex.replace(/^0x/, ''), 'hex');
const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0');

/** The salt of CREATE2 is `bytes32(index)`, and the index is always 0. */
const SALT = word('0');

/**
 * Init code up to the owner: `proxyCreationCode ‖ abi.encode(implementation, initialize(…` What follows is the
 * owner and the padding of the 36 bytes of call data to whole words.
 */
const initCodeHashes = byVersion((version) =>
  keccakAfter(
    bytesOf(
      PROXY_CREATION_CODE[version] +
        word(ACCOUNT_VERSIONS[version].implementation) +
        word('40') + // where the bytes begin
        word('24') + // how many: selector and one word
        INITIALIZE_SELECTOR +
        '00'.repeat(12),
    ),
  ),
);

/** `0xff ‖ factory ‖ salt ‖`, followed by the hash of the init code (EIP-1014). */
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
 * Calculates what a key controls.
 * @param point the key uncompressed, 65 bytes, known to be on the curve
 */
export function calculateKeyAccounts(point: Uint8Array): KeyAccounts {
  const owner = keccakHex(point.subarray(1)).slice(24);
  return {
    owner: checksumAddress(owner, keccakHex),
    smartAccountAddresses: accountsOfOwner(owner),
  };
}

/** The accounts of index 0 that the factories make for an owner. @param owner 40 hex digits without `0x` */
export function accountsOfOwner(owner: string): Record<AccountVersion, string> {
  const ownerAndPadding = Buffer.alloc(48);
  ownerAndPadding.write(owner, 'hex');
  return byVersion((version) => {
    const initCodeHash = initCodeHashes[version](ownerAndPadding);
    const address = create2Hashes[version](Buffer.from(initCodeHash, 'hex')).slice(24);
    return checksumAddress(address, keccakHex);
  });
}

/** What a key controls. @param publicKey compressed, in hex */
export function accountsOfKey(publicKey: string): KeyAccounts {
  return calculateKeyAccounts(uncompressedKey(publicKey));
}

/**
 * The smart account of a key, in the documented fields and order, calculated offline
 * (`CREATE2(factory, bytes32(0), keccak256(proxyCreationCode ‖ abi.encode(implementation, initialize(owner))))`).
 * @param config a public key in compressed form, as `BtcPublicKey` gives it
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

/** What deploys an account: the call data of its factory, and both as `initCode` of entry point 0.6; `0x` and hex. */
export function deploymentOf({ factoryAddress, owner }: Pick<DerivedAccount, 'factoryAddress' | 'owner'>) {
  const call = `${CREATE_ACCOUNT_SELECTOR}${word(owner.toLowerCase())}${SALT}`;
  return { factoryData: `0x${call}`, initCode: `${factoryAddress.toLowerCase()}${call}` };
}

/** Accounts of both versions on one chain, oldest version first. */
export function deriveAccounts(publicKey: string, chainId: number): DerivedAccount[] {
  return ACCOUNT_VERSION_NAMES.map((version) => deriveAccount({ version, btcPublicKey: publicKey }, chainId));
}
