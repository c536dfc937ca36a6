/**
 * Generates `lib/evm/chains.generated.ts`: the EVM chains that are supported by default, with data from viem's chain
 * list. Importing that list at run time would cost a third of a second and several megabytes. Run: npx tsx
 * lib/commands/generate/generate-evm-chains.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as viemChains from 'viem/chains';

const TARGET = fileURLToPath(new URL('../../evm/chains.generated.ts', import.meta.url));
const ACCOUNTS = new URL('../../btc-account/vectors/accounts.json', import.meta.url);

/** Maximum number of endpoints per chain. */
const MAX_URLS = 3;

/** Names of chains that are not in viem's list. */
const NAMES: Record<number, string> = {
  111: 'BOB Testnet',
  195: 'X Layer Testnet',
  2648: 'AILayer Testnet',
  2649: 'AILayer',
  8329: 'Lorenzo',
  83291: 'Lorenzo Testnet',
  1501: 'BEVM Canary',
  1502: 'BEVM Canary Testnet',
  11503: 'BEVM Testnet',
  212: 'MAP Protocol Makalu Testnet',
  48816: 'GOAT Testnet3',
  686868: 'Merlin Testnet',
};
const TESTNETS = new Set([111, 195, 212, 1502, 2648, 11503, 48816, 83291, 686868]);

type ListedChain = {
  id: number;
  name: string;
  testnet?: boolean;
  nativeCurrency: { symbol: string; decimals: number };
  rpcUrls: Record<string, { http: readonly string[] }>;
  blockExplorers?: { default?: { url: string } };
};

/** Returns the text of `chains.generated.ts`. */
export function evmChainsFile(): string {
  const { chains } = JSON.parse(readFileSync(ACCOUNTS, 'utf8')) as { chains: number[] };
  const listed = new Map<number, ListedChain>();
  // Entries are sorted by name, so that the output does not depend on import order if two entries have the same id.
  for (const [, chain] of Object.entries(viemChains as Record<string, unknown>).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const { id } = chain as ListedChain;
    if (chains.includes(id) && !listed.has(id)) listed.set(id, chain as ListedChain);
  }
  const rows = [...chains].sort((a, b) => a - b).map((id) => rowOf(id, listed.get(id)));
  return [
    "// Made by lib/commands/generate/generate-evm-chains.ts from viem's chain list: do not edit.\n",
    "import type { EvmChain } from './evm-chain';\n\n",
    '/** The EVM chains served by default, by ascending id. */\n',
    `export const EVM_CHAINS: readonly EvmChain[] = [\n${rows.map((row) => `  ${JSON.stringify(row)},\n`).join('')}];\n`,
  ].join('');
}

function rowOf(chainId: number, chain: ListedChain | undefined) {
  if (chain !== undefined && chain.nativeCurrency.decimals !== 18)
    throw new Error(`The currency of chain ${chainId} must have 18 decimals, because pages assume that`);
  const urls = Object.values(chain?.rpcUrls ?? {}).flatMap(({ http }) => http);
  const rpcUrls = [...new Set(urls)].filter((url) => url.startsWith('https://')).slice(0, MAX_URLS);
  const explorerUrl = chain?.blockExplorers?.default?.url.replace(/\/$/, '');
  return {
    chainId,
    name: chain?.name ?? NAMES[chainId] ?? `Chain ${chainId}`,
    testnet: chain?.testnet ?? TESTNETS.has(chainId),
    ...(chain === undefined ? {} : { symbol: chain.nativeCurrency.symbol }),
    rpcUrls,
    ...(explorerUrl === undefined ? {} : { explorerUrl }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, evmChainsFile());
