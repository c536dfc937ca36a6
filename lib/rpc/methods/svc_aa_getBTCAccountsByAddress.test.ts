import { describe, expect, it } from 'vitest';
import type { BtcAccountQuery } from '@/lib/btc-account/btc-account-store';
import { scopeOf } from '@/lib/promises/request-scope';
import type { Ports } from '@/lib/services/ports';
import { svc_aa_getBTCAccountsByAddress as method } from './svc_aa_getBTCAccountsByAddress';

const btcAddress = 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u';
const address = '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc';

async function queryOf(params: unknown, chainIdGiven = false): Promise<BtcAccountQuery | undefined> {
  let asked: BtcAccountQuery | undefined;
  const btcAccounts = {
    find: async (query: BtcAccountQuery) => {
      asked = query;
      return [];
    },
  };
  const call = { chainId: 1, chainIdGiven };
  const scope = scopeOf(new AbortController().signal);
  const ports = { btcAccounts } as unknown as Ports;
  expect(await method.handler(method.readParams(params), ports, call, scope)).toEqual([]);
  return asked;
}

describe('svc_aa_getBTCAccountsByAddress', () => {
  it('svc_aa_getBTCAccountsByAddress converts addresses to canonical form for every form of params', async () => {
    const upper = { btcAddress: btcAddress.toUpperCase() };
    for (const params of [[upper], upper, { query: upper }, [{ query: upper }]])
      expect(await queryOf(params)).toEqual({ btcAddress });
    expect(await queryOf([{ address: address.toLowerCase() }])).toEqual({ smartAccountAddress: address });
    expect(await queryOf([{ address, btcAddress, more: true }])).toEqual({
      smartAccountAddress: address,
      btcAddress,
    });
  });

  it('svc_aa_getBTCAccountsByAddress queries a single chain only if the request names one', async () => {
    expect(await queryOf([{ btcAddress }], true)).toEqual({ btcAddress, chainId: 1 });
  });

  it('svc_aa_getBTCAccountsByAddress treats null options as absent', () => {
    const query = { btcAddress, address: null, discover: null };
    for (const params of [query, [query], { query }])
      expect(method.readParams(params)).toEqual({ btcAddress });
  });

  it.each([
    ['missing-params', 'params', undefined],
    ['missing-params', 'params', []],
    ['empty-query', 'params[0]', [{}]],
    ['empty-query', 'params', {}],
    ['invalid-type', 'params[0]', ['x']],
    ['too-many-params', 'params[1]', [{ btcAddress }, {}]],
    ['invalid-type', 'params[0].address', [{ address: 5 }]],
    ['invalid-type', 'params[0].btcAddress', [{ btcAddress: 7 }]],
    ['empty-query', 'params[0]', [{ btcAddress: null }]],
    ['bad-checksum', 'params[0].address', [{ address: address.replace('dC', 'Dc') }]],
    ['not-an-evm-address', 'params[0].address', [{ address: '0x12' }]],
    ['unknown-prefix', 'params.query.btcAddress', { query: { btcAddress: address } }],
    ['mixed-case', 'params[0].btcAddress', [{ btcAddress: btcAddress.replace('q', 'Q') }]],
  ])('svc_aa_getBTCAccountsByAddress rejects invalid params with %s at %s', (reason, path, params) => {
    expect(() => method.readParams(params)).toThrow(
      expect.objectContaining({ name: 'InvalidInputError', reason, path }),
    );
  });
});
