import { PROXY_CREATION_CODE } from '@/lib/btc-account/proxy-creation-code.generated';
import type { Transport } from '@/lib/sources/transport/transport-type';
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

/**
 * Accounts that are deployed on the sample chain: that of the first published key, and, for the sake of the
 * contract's exception, an address whose code is a delegation (EIP-7702).
 */
export const SAMPLE_EVM_CODE: Readonly<Record<string, string>> = {
  '0xb1dc48f7d8a7d36f4f244756971bb3a8f39f96bc': deployedCode(PROXY_CREATION_CODE['1.0.0']),
  '0x83feddf18cdea2ea4c087e5f389351171318d3cb': `0xef0100${'11'.repeat(20)}`,
};

/** The node of the sample chain (31337): its answers are embedded, no network is needed. */
export const sampleEvmTransport: Transport = async (method, params) => {
  switch (method) {
    case 'eth_chainId':
      return '0x7a69';
    case 'eth_getCode':
      return SAMPLE_EVM_CODE[String(params[0]).toLowerCase()] ?? '0x';
    default:
      throw new UpstreamCallError(-32601, `The sample chain does not know ${method}`);
  }
};
