import {
  ACCOUNT_VERSION_NAMES,
  ACCOUNT_VERSIONS,
  ENTRY_POINT_ADDRESS,
} from '@/lib/btc-account/account-versions';
import { accountsOfOwner } from '@/lib/btc-account/derive-account';
import { PROXY_CREATION_CODE } from '@/lib/btc-account/proxy-creation-code.generated';
import { localTransport } from '@/lib/sources/transport/local-transport';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';

const INVALID = 'fe';
/** First instructions of code compiled by Solidity, which set the free memory pointer. */
const CODE_START = '6080604052';
/** CBOR key `solc` near the end of the code, followed by three bytes for the version and two for the length. */
const COMPILER = '64736f6c6343';

/**
 * Extracts the deployed code of a proxy from its creation code. The deployed code starts after the constructor's final
 * INVALID, and ends with the compiler's version and the length of the metadata.
 */
function deployedCode(creationCode: string): string {
  const start = creationCode.indexOf(INVALID + CODE_START) + INVALID.length;
  const end = creationCode.lastIndexOf(COMPILER) + COMPILER.length + 2 * (3 + 2);
  return `0x${creationCode.slice(start, end)}`;
}

const DEPLOYED_ACCOUNT = '0xb1dc48f7d8a7d36f4f244756971bb3a8f39f96bc';
const ITS_OWNER = '5b3cc11bbcb5191dc10c39a6d261d42341d982f2';
/** Balance of the deployed account: 0.25 of the chain's coin, in wei. */
const ITS_BALANCE = '0x3782dace9d90000';

/**
 * Contract code on the sample chain, by address: the account of the first published key, an address whose code is a
 * delegation (EIP-7702, which does not count as deployed), the factories and the entry point.
 */
export const SAMPLE_EVM_CODE: Readonly<Record<string, string>> = {
  [DEPLOYED_ACCOUNT]: deployedCode(PROXY_CREATION_CODE['1.0.0']),
  '0x83feddf18cdea2ea4c087e5f389351171318d3cb': `0xef0100${'11'.repeat(20)}`,
  [ENTRY_POINT_ADDRESS.toLowerCase()]: `0x${CODE_START}`,
  [ACCOUNT_VERSIONS['1.0.0'].factoryAddress.toLowerCase()]: `0x${CODE_START}`,
  [ACCOUNT_VERSIONS['2.0.0'].factoryAddress.toLowerCase()]: `0x${CODE_START}`,
};

/** Handles the RPC calls of the sample chain's node. */
const answer: RpcHandler = async (method, params) => {
  switch (method) {
    case 'eth_chainId':
      return '0x7a69';
    case 'eth_getCode':
      return SAMPLE_EVM_CODE[String(params[0]).toLowerCase()] ?? '0x';
    case 'eth_getBalance':
      return String(params[0]).toLowerCase() === DEPLOYED_ACCOUNT ? ITS_BALANCE : '0x0';
    case 'eth_call':
      return callContract(params[0] as { to: string; data: string });
    default:
      throw new UpstreamCallError(-32601, `The sample chain does not support ${method}`);
  }
};

/** Transport to the node of the sample chain (31337), which runs in this process. */
export const sampleEvmTransport = localTransport(answer);

/** Implements `getAddress(owner, 0)` of the factories and `owner()` of the account; any other call reverts. */
function callContract({ to, data }: { to: string; data: string }): string {
  if (to.toLowerCase() === DEPLOYED_ACCOUNT && data === '0x8da5cb5b') return word(ITS_OWNER);
  const version = ACCOUNT_VERSION_NAMES.find((name) => ACCOUNT_VERSIONS[name].factoryAddress === to);
  const [, owner] = /^0x8cb84e180{24}([0-9a-f]{40})0{64}$/.exec(data) ?? [];
  if (version === undefined || owner === undefined) throw new UpstreamCallError(3, 'execution reverted');
  return word(accountsOfOwner(owner)[version].slice(2).toLowerCase());
}

const word = (hex: string) => `0x${hex.padStart(64, '0')}`;
