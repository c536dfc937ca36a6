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
/** How Solidity's code begins: the free memory pointer is set. */
const CODE_START = '6080604052';
/** The word `solc` in CBOR, at the end of the code; three bytes of version and two of length follow. */
const COMPILER = '64736f6c6343';

/**
 * The code that a proxy leaves on the chain: in the creation code it follows the constructor, which ends in
 * INVALID, and closes with the compiler's version and the length of its metadata.
 */
function deployedCode(creationCode: string): string {
  const start = creationCode.indexOf(INVALID + CODE_START) + INVALID.length;
  const end = creationCode.lastIndexOf(COMPILER) + COMPILER.length + 2 * (3 + 2);
  return `0x${creationCode.slice(start, end)}`;
}

const DEPLOYED_ACCOUNT = '0xb1dc48f7d8a7d36f4f244756971bb3a8f39f96bc';
const ITS_OWNER = '5b3cc11bbcb5191dc10c39a6d261d42341d982f2';
/** 0.25 of the chain's coin, in wei. */
const ITS_BALANCE = '0x3782dace9d90000';

/**
 * Accounts that are deployed on the sample chain: that of the first published key, and, for the sake of the
 * contract's exception, an address whose code is a delegation (EIP-7702). Factories and entry point stand there too.
 */
export const SAMPLE_EVM_CODE: Readonly<Record<string, string>> = {
  [DEPLOYED_ACCOUNT]: deployedCode(PROXY_CREATION_CODE['1.0.0']),
  '0x83feddf18cdea2ea4c087e5f389351171318d3cb': `0xef0100${'11'.repeat(20)}`,
  [ENTRY_POINT_ADDRESS.toLowerCase()]: `0x${CODE_START}`,
  [ACCOUNT_VERSIONS['1.0.0'].factoryAddress.toLowerCase()]: `0x${CODE_START}`,
  [ACCOUNT_VERSIONS['2.0.0'].factoryAddress.toLowerCase()]: `0x${CODE_START}`,
};

/** Answers as the node of the sample chain does. */
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
      throw new UpstreamCallError(-32601, `The sample chain does not know ${method}`);
  }
};

/** The node of the sample chain (31337): its answers are embedded, no network is needed. */
export const sampleEvmTransport = localTransport(answer);

/** `getAddress(owner, 0)` of the factories and `owner()` of the account; all else reverts. */
function callContract({ to, data }: { to: string; data: string }): string {
  if (to.toLowerCase() === DEPLOYED_ACCOUNT && data === '0x8da5cb5b') return word(ITS_OWNER);
  const version = ACCOUNT_VERSION_NAMES.find((name) => ACCOUNT_VERSIONS[name].factoryAddress === to);
  const [, owner] = /^0x8cb84e180{24}([0-9a-f]{40})0{64}$/.exec(data) ?? [];
  if (version === undefined || owner === undefined) throw new UpstreamCallError(3, 'execution reverted');
  return word(accountsOfOwner(owner)[version].slice(2).toLowerCase());
}

const word = (hex: string) => `0x${hex.padStart(64, '0')}`;
