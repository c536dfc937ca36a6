import type { RequestScope } from '@/lib/promises/request-scope';
import type { Env } from '@/lib/server/env';
import { solanaNodeUrls } from '@/lib/server/env/served-chains';
import { decodeInlineMetadata } from '@/lib/solana/accounts/token-extensions';
import { decodeTokenMetadata } from '@/lib/solana/accounts/token-metadata';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { MAINNET_PRICE_SOURCES, type PriceSource } from '@/lib/solana/prices/price-sources';
import { isPrice, priceAccounts, priceTable } from '@/lib/solana/prices/price-table';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import { type RawAccount, readAccount, readValue } from '@/lib/sources/solana/read-accounts';
import { type Check, type Finding, failed, ok, warning } from './check';
import { type Endpoint, endpointCheck } from './endpoint';

/** Maximum number of unpriced tokens that are named. */
const NAMED = 3;

/** Returns the check of the price feeds and stake pools of Solana mainnet. */
export function priceCheck(env: Env): Check[] {
  const url = new Map(solanaNodeUrls(env)).get(MAINNET_CHAIN_ID)?.[0];
  if (url === undefined || !env.values) return [];
  const otherwise = {
    status: 'warning',
    set: 'SOLANA_RPC_URL_101: a node that answers, or VALUES: off',
  } as const;
  return [endpointCheck('Prices', url, otherwise, checkPrices)];
}

/** Counts the prices, and compares the symbol of each entry with that of the mint's on-chain metadata. */
async function checkPrices(node: Endpoint, scope: RequestScope): Promise<Finding> {
  const mints = MAINNET_PRICE_SOURCES.map(({ mint }) => mint);
  const keys = [
    ...priceAccounts(MAINNET_PRICE_SOURCES),
    ...mints,
    ...mints.map((mint) => metadataAddressOf(mint) ?? ''),
  ];
  const { value } = readValue(await node.call('getMultipleAccounts', [keys, { encoding: 'base64' }], scope));
  const rows: unknown[] = Array.isArray(value) ? value : [];
  const byAddress = new Map(keys.map((key, index) => [key, readAccount(rows[index])]));
  const accountOf = (address: string) => byAddress.get(address) ?? null;

  const wrong = MAINNET_PRICE_SOURCES.flatMap((source) => {
    const onChain = symbolOf(source, accountOf);
    return onChain === undefined || comparable(onChain) === comparable(source.symbol)
      ? []
      : [`${source.symbol} is ${JSON.stringify(onChain.slice(0, 12))} on-chain`];
  });
  if (wrong.length > 0) return failed(wrong.join(', ').slice(0, 120), 'VALUES: off');

  const table = priceTable(MAINNET_PRICE_SOURCES, accountOf);
  const unpriced = MAINNET_PRICE_SOURCES.flatMap(({ mint, symbol }) => {
    const found = table.find(mint);
    return isPrice(found) ? [] : [`${symbol} ${found}`];
  });
  const named = [
    ...unpriced.slice(0, NAMED),
    ...(unpriced.length > NAMED ? [`${unpriced.length - NAMED} more`] : []),
  ];
  const found = `${mints.length - unpriced.length} of ${mints.length} tokens priced${unpriced.length === 0 ? '' : ` (${named.join(', ')})`}`;
  return unpriced.length < mints.length
    ? ok(found)
    : warning(found, 'VALUES: off, or a node with current feeds');
}

/** Returns the symbol in the metadata of the mint; undefined without metadata. */
function symbolOf(
  { mint }: PriceSource,
  accountOf: (address: string) => RawAccount | null,
): string | undefined {
  const data = accountOf(mint)?.data;
  const inline = data === undefined ? undefined : decodeInlineMetadata(data);
  const metaplex = accountOf(metadataAddressOf(mint) ?? '')?.data;
  return inline?.symbol ?? (metaplex === undefined ? undefined : decodeTokenMetadata(metaplex)?.symbol);
}

/** Reduces a symbol to its letters and digits: some mints have a `$` in front or spaces at the end. */
const comparable = (symbol: string) => symbol.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
