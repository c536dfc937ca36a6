import * as z from 'zod/mini';
import { BtcAccountRecord, BtcAccountsQuery } from '@/lib/btc-account/btc-account';
import { InvalidInputError } from '@/lib/errors';
import { defineMethod } from '../define-method';
import { objectParams } from '../object-params';
import { readParam } from '../read-params';

/** Specification §4.3, contract §4. */
export const svc_aa_getBTCAccountsByAddress = defineMethod({
  name: 'svc_aa_getBTCAccountsByAddress',
  group: 'evm-chain',
  summary: 'The recorded pairings of a Bitcoin address or a smart account address',
  description:
    'Answers from the record of look-ups, from either side; both sides given means records that match both. Without a chainId all chains are answered, with one that chain alone. No match is an empty array.',
  params: [
    {
      name: 'query',
      summary: 'btcAddress, address (a smart account), or both',
      required: true,
      schema: BtcAccountsQuery,
    },
  ],
  readParams: (raw): BtcAccountsQuery => {
    const [query, extra] = objectParams(raw, 'query');
    if (extra !== undefined)
      throw new InvalidInputError('too-many-params', 'params hold one query object', {}, extra.path);
    return readParam(BtcAccountsQuery, query?.value, query?.path ?? 'params');
  },
  result: z.array(BtcAccountRecord),
  errors: ['invalidParams', 'unsupportedChain', 'upstreamUnavailable', 'limitExceeded'],
  chainId: 'optional',
  echoesChainId: false,
  units: () => 1,
  example: {
    chainId: 31337,
    params: [{ btcAddress: 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u' }],
    result: [
      {
        btcAddress: 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u',
        chainId: 31337,
        version: '1.0.0',
        aaAddress: '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc',
        publicKey: '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c',
        createdAt: '2026-11-21T08:15:30.123Z',
        updatedAt: '2026-11-21T08:15:30.123Z',
      },
    ],
  },
  handler: (query, { btcAccounts }, { chainId, chainIdGiven }) =>
    btcAccounts.find({
      ...(query.btcAddress === undefined ? {} : { btcAddress: query.btcAddress }),
      ...(query.address === undefined ? {} : { smartAccountAddress: query.address }),
      ...(chainIdGiven ? { chainId } : {}),
    }),
});
