import 'server-only';
import type { BtcAccountRecord, SpendRecord } from '@/lib/btc-account/btc-account-store';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import type { Service } from '@/lib/server/service';
import { WORK_UNITS } from '@/lib/services/work-units';
import { lookUp, type PageResult } from './page-look-up';

export type BitcoinPageData =
  | {
      kind: 'key';
      /** Whether this server has a record of the key; undefined if the store could not be read. */
      isRemembered: boolean | undefined;
    }
  | {
      kind: 'records';
      records: BtcAccountRecord[];
      /** How the keys of the recorded Bitcoin addresses were found. */
      spends: SpendRecord[];
      /** For a Bitcoin address that has no record: the servers that can be queried for its key. */
      discovery: { hosts: readonly string[] } | undefined;
    };

/** Input of the Bitcoin page, as recognized by the search box. */
export type BitcoinInput = { kind: 'btc-key' | 'btc-address' | 'evm-address'; value: string };

/**
 * Reads the data of a page about a Bitcoin key, a Bitcoin address or a smart account. Records nothing and queries no
 * chain: a key's accounts are calculated, and the page's script loads their states.
 */
export function bitcoinForPage(found: BitcoinInput): Promise<PageResult<BitcoinPageData>> {
  return lookUp(WORK_UNITS.keyPage, async (service) =>
    found.kind === 'btc-key'
      ? {
          kind: 'key',
          isRemembered: await isRemembered(service, found.value).catch(() => undefined),
        }
      : recordsOf(service, found.value, found.kind === 'btc-address'),
  );
}

async function isRemembered({ ports }: Service, publicKey: string): Promise<boolean> {
  const accounts = Object.values(accountsOfKey(publicKey).smartAccountAddresses);
  const records = await Promise.all(
    accounts.map((smartAccountAddress) => ports.btcAccounts.find({ smartAccountAddress })),
  );
  return records.flat().length > 0;
}

async function recordsOf({ ports }: Service, value: string, isBtc: boolean): Promise<BitcoinPageData> {
  const records = await ports.btcAccounts.find(
    isBtc ? { btcAddress: value } : { smartAccountAddress: value },
  );
  // One query per address is fine: there are only a few addresses, those of the account's key.
  const addresses = [...new Set(records.map(({ btcAddress }) => btcAddress))];
  const spends = await Promise.all(addresses.map((address) => ports.btcAccounts.findSpends(address)));
  const hosts = isBtc && records.length === 0 ? ports.bitcoin.serversFor(value) : [];
  return {
    kind: 'records',
    records,
    spends: spends.flat(),
    discovery: hosts.length === 0 ? undefined : { hosts },
  };
}
