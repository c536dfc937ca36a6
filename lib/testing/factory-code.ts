import { createRequire } from 'node:module';
import {
  ACCOUNT_VERSIONS,
  type AccountVersion,
  INITIALIZE_SELECTOR,
} from '@/lib/btc-account/account-versions';
import { PROXY_CREATION_CODE } from '@/lib/btc-account/proxy-creation-code.generated';

const COMPILERS = { '1.0.0': 'solc-0.8.19', '2.0.0': 'solc-0.8.21' } as const;

/** Deployed code (`0x`-prefixed hex) of contracts that behave like those of an account version. */
export type FactoryCode = Record<
  'Factory' | 'Account' | 'WrongFactory' | 'ZeroFactory' | 'RevertingFactory',
  string
>;

/**
 * Solidity source of a factory that creates the published proxies with CREATE2, of the proxies' implementation, and of
 * dishonest factories.
 */
const source = (version: AccountVersion) => `
pragma solidity ^0.8.0;
contract Account {
  address public owner;
  function initialize(address first) external { owner = first; }
  function setOwner(address next) external { owner = next; }
}
contract Factory {
  function initCode(address owner) private pure returns (bytes memory) {
    bytes memory call = abi.encodeWithSelector(hex"${INITIALIZE_SELECTOR}", owner);
    bytes memory constructorArguments = abi.encode(${ACCOUNT_VERSIONS[version].implementation}, call);
    return abi.encodePacked(hex"${PROXY_CREATION_CODE[version]}", constructorArguments);
  }
  function getAddress(address owner, uint256 index) external view returns (address) {
    return address(uint160(uint256(keccak256(
      abi.encodePacked(bytes1(0xff), address(this), bytes32(index), keccak256(initCode(owner)))))));
  }
  function createAccount(address owner, uint256 index) external returns (address made) {
    bytes memory code = initCode(owner);
    assembly { made := create2(0, add(code, 32), mload(code), index) }
    require(made != address(0));
  }
}
contract WrongFactory {
  function getAddress(address owner, uint256) external pure returns (address) { return owner; }
}
contract ZeroFactory {
  function getAddress(address, uint256) external pure returns (address) { return address(0); }
}
contract RevertingFactory {
  function getAddress(address, uint256) external pure returns (address) { revert("paused"); }
}`;

/**
 * Compiles the contracts of an account version for a test chain, with that version's compiler.
 * @throws Error with the compiler's message
 */
export function compileFactory(version: AccountVersion): FactoryCode {
  const solc: { compile: (input: string) => string } = createRequire(import.meta.url)(COMPILERS[version]);
  const input = {
    language: 'Solidity',
    sources: { test: { content: source(version) } },
    settings: {
      optimizer: { enabled: true },
      evmVersion: 'paris',
      outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    errors?: { severity: string; formattedMessage: string }[];
    contracts: { test: Record<keyof FactoryCode, { evm: { deployedBytecode: { object: string } } }> };
  };
  const failure = output.errors?.find(({ severity }) => severity === 'error');
  if (failure) throw new Error(failure.formattedMessage);
  const compiled = Object.entries(output.contracts.test);
  return Object.fromEntries(
    compiled.map(([name, { evm }]) => [name, `0x${evm.deployedBytecode.object}`]),
  ) as FactoryCode;
}
