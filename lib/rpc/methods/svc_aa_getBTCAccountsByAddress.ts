import * as z from 'zod/mini';
import { BtcAddress } from '@/lib/bitcoin/address';
import { AnsweredPublicKey, answeredEvmAddress } from '@/lib/btc-account/btc-account';
import { InvalidInputError } from '@/lib/errors';
import { EvmAddress } from '@/lib/evm/address';
import { define, int, orAbsent, text, withId } from '@/lib/json/describe';
import { discoverKey } from '@/lib/services/bitcoin/discover-key';
import { WORK_UNITS } from '@/lib/services/work-units';
import { defineMethod } from '../define-method';
import { objectParams, readParam, unknownNamesOfObjects } from '../params/read-params';

/** At least one of the two addresses (contract §4). */
const Query = z
  .object(
    {
      btcAddress: orAbsent(BtcAddress, 'A Bitcoin address: returns records with exactly this address.'),
      address: orAbsent(EvmAddress, 'A smart account: returns records with all addresses of its key.'),
      discover: orAbsent(
        z.boolean('discover must be true or false'),
        'Requires btcAddress. If the address has no record, looks for its public key in the transactions that spend from it.',
      ),
    },
    'The query must be an object with btcAddress, address or both',
  )
  .check(
    ({ value, issues }) => {
      if (value.discover === true && value.btcAddress === undefined && value.address !== undefined)
        issues.push({
          code: 'custom',
          message: 'discover requires btcAddress: a key can only be found for a Bitcoin address',
          input: value,
          path: ['discover'],
          params: { reason: 'discover-without-btc-address' },
        });
      if (value.btcAddress === undefined && value.address === undefined)
        issues.push({
          code: 'custom',
          message: 'The query must have btcAddress (a Bitcoin address), address (a smart account) or both',
          input: value,
          params: { reason: 'empty-query' },
        });
    },
    withId('AccountQuery', 'At least one of the two addresses.'),
  );
type Query = z.output<typeof Query>;

/** A record on the wire (contract §4). */
const AnsweredRecord = define('RecordedAccount', 'A pairing that was looked up before.', {
  btcAddress: text('A Bitcoin address of the key.'),
  chainId: int('The EVM chain of the account.'),
  version: text('Version of the account.'),
  aaAddress: answeredEvmAddress('The smart account.'),
  publicKey: AnsweredPublicKey,
  createdAt: text('When the pairing was first looked up, ISO 8601 in UTC with milliseconds.'),
  updatedAt: text('When the pairing was last looked up, rounded to the minute; ISO 8601 in UTC.'),
});

/** Returns the recorded accounts of an address (contract §4). */
export const svc_aa_getBTCAccountsByAddress = defineMethod({
  name: 'svc_aa_getBTCAccountsByAddress',
  group: 'evm-chain',
  summary: 'The recorded pairings of a Bitcoin address or a smart account address',
  description:
    'Searches earlier lookups by either address; with both, a record must match both. Without a chainId all chains are searched, otherwise only that chain. No match returns an empty array. With discover: true, a btcAddress without a record is looked up on its Bitcoin network: spending from a P2PKH, P2SH-P2WPKH or P2WPKH address reveals its key, which is recorded for the requested chain if the address belongs to it.',
  params: [
    {
      name: 'query',
      summary: 'btcAddress, address (a smart account) or both; optionally discover with btcAddress',
      required: true,
      schema: Query,
    },
  ],
  readParams: (raw): Query => {
    const [query, extra] = objectParams(raw, 'query');
    if (extra !== undefined)
      throw new InvalidInputError('too-many-params', 'params must have exactly one query object', extra.path);
    return readParam(Query, query?.value, query?.path ?? 'params');
  },
  ignoredNames: (raw) => unknownNamesOfObjects(raw, 'query', Object.keys(Query.shape)),
  result: z.array(AnsweredRecord),
  errors: ['invalidParams', 'unsupportedChain', 'upstreamUnavailable', 'limitExceeded'],
  echoesChainId: false,
  units: ({ discover }) => (discover === true ? WORK_UNITS.discoverKey : WORK_UNITS.btcAccountRecords),
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
  async handler({ btcAddress, address, discover }, ports, { chainId, chainIdGiven }, scope) {
    const query = { btcAddress, smartAccountAddress: address, chainId: chainIdGiven ? chainId : undefined };
    const records =
      discover === true && btcAddress !== undefined
        ? await discoverKey(ports, { ...query, btcAddress }, chainId, scope)
        : await ports.btcAccounts.find(query, scope.signal);
    return records.map(({ smartAccountAddress: aaAddress, ...record }) => ({
      btcAddress: record.btcAddress,
      chainId: record.chainId,
      version: record.version,
      aaAddress,
      publicKey: record.publicKey,
      createdAt: record.createdAt,
      updatedAt: record.updatedAt,
    }));
  },
});
