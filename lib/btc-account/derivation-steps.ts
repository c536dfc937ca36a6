import { uncompressedKey } from '@/lib/bitcoin/curve';
import { checksumAddress, keccakHex } from '@/lib/evm/address';
import { ACCOUNT_VERSIONS, type AccountVersion, INITIALIZE_SELECTOR } from './account-versions';
import { PROXY_CREATION_CODE } from './proxy-creation-code.generated';

/** One step from a Bitcoin key to its account: a title, a rule and a result. */
export type DerivationStep = {
  id: string;
  title: string;
  /** The rule as text and formula, which refers to earlier steps by their titles. */
  formula: string;
  /** The result as `0x`-prefixed hex; addresses are in EIP-55 form. */
  value: string;
};

const word = (hex: string) => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0');
const keccakOfHex = (hex: string) => keccakHex(Buffer.from(hex, 'hex'));

/**
 * Derives an account step by step with all values, so that a reader can verify each step with any keccak
 * implementation. Shares no code with `deriveAccount`; a test compares the results.
 */
export function derivationSteps(publicKey: string, version: AccountVersion): DerivationStep[] {
  const { factoryAddress, implementation } = ACCOUNT_VERSIONS[version];
  const point = uncompressedKey(publicKey).toString('hex');
  const pointHash = keccakOfHex(point.slice(2));
  const owner = checksumAddress(pointHash.slice(24));
  const initializer = INITIALIZE_SELECTOR + word(owner);
  const padded = initializer.padEnd(128, '0');
  const constructorArguments = word(implementation) + word('40') + word('24') + padded;
  const initCodeHash = keccakOfHex(PROXY_CREATION_CODE[version] + constructorArguments);
  const salt = word('0');
  const create2Hash = keccakOfHex(`ff${factoryAddress.slice(2)}${salt}${initCodeHash}`);
  return [
    {
      id: 'public-key',
      title: 'Public key',
      formula: '33 bytes: 02 or 03 for an even or odd Y, then X',
      value: `0x${publicKey}`,
    },
    {
      id: 'point',
      title: 'Uncompressed point',
      formula: '04, X, Y with Y² = X³ + 7 on secp256k1',
      value: `0x${point}`,
    },
    { id: 'keccak', title: 'Hash of the point', formula: 'keccak256(X ‖ Y)', value: `0x${pointHash}` },
    { id: 'owner', title: 'Owner', formula: 'last 20 bytes of the hash, in EIP-55 case', value: owner },
    {
      id: 'initializer',
      title: 'Initializer',
      formula: `initialize(address owner): selector ${INITIALIZE_SELECTOR}, then the owner in a word`,
      value: `0x${initializer}`,
    },
    {
      id: 'constructor-arguments',
      title: 'Constructor arguments',
      formula: `abi.encode(implementation ${implementation}, initializer)`,
      value: `0x${constructorArguments}`,
    },
    {
      id: 'init-code-hash',
      title: 'Init code hash',
      formula: `keccak256(proxy creation code (${PROXY_CREATION_CODE[version].length / 2} bytes) ‖ constructor arguments)`,
      value: `0x${initCodeHash}`,
    },
    { id: 'salt', title: 'Salt', formula: 'the account index 0 in a word', value: `0x${salt}` },
    {
      id: 'create2-hash',
      title: 'CREATE2 hash',
      formula: `keccak256(ff ‖ factory ${factoryAddress} ‖ salt ‖ init code hash)`,
      value: `0x${create2Hash}`,
    },
    {
      id: 'account',
      title: 'Smart account',
      formula: 'last 20 bytes of the CREATE2 hash, in EIP-55 case',
      value: checksumAddress(create2Hash.slice(24)),
    },
  ];
}
