import { PROXY_CREATION_CODE } from '@/lib/btc-account/proxy-creation-code.generated';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';

/**
 * The code that a proxy leaves on the chain: in the creation code it follows the constructor, which ends in
 * INVALID (fe), and closes with the compiler's version and the length of its metadata.
 */
const PROXY_CODE = `0x${/fe(6080604052.*64736f6c6343.{6}0033)/.exec(PROXY_CREATION_CODE['1.0.0'])?.[1]}`;

/**
 * Accounts that are deployed on the sample chain: that of the first published key, and, for the sake of the
 * contract's exception, an address whose code is a delegation (EIP-7702).
 */
export const SAMPLE_EVM_CODE: Readonly<Record<string, string>> = {
  '0xb1dc48f7d8a7d36f4f244756971bb3a8f39f96bc': PROXY_CODE,
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
