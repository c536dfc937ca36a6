import type { RequestScope } from '@/lib/promises/request-scope';
import type { Env } from '@/lib/server/env';
import { solanaNodeUrls } from '@/lib/server/env/served-chains';
import { CORE_ASSET_KEY_BASE58, CORE_OWNER_OFFSET } from '@/lib/solana/accounts/core-asset';
import { MAINNET_CHAIN_ID, MPL_CORE_PROGRAM, SAMPLE_CHAIN_ID, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { isCertificate } from '@/lib/sources/solana/finality';
import { type Check, explain, type Finding, failed, knownCheck, ok, warning } from './check';
import { type Endpoint, endpointCheck, timed } from './endpoint';

/** The public clusters. Genesis hashes identify them like a chain id. */
const CLUSTERS = [
  { chainId: 101, name: 'mainnet', genesis: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' },
  { chainId: 102, name: 'testnet', genesis: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY' },
  { chainId: 103, name: 'devnet', genesis: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' },
];

/** Returns the checks of all Solana endpoints and all DAS endpoints. */
export function solanaChecks(env: Env): Check[] {
  const checks: Check[] = [];
  for (const [chainId, urls] of solanaNodeUrls(env)) {
    if (chainId === SAMPLE_CHAIN_ID && !env.solanaRpcUrls.has(chainId)) continue;
    const variable = `SOLANA_RPC_URL_${chainId}`;
    // The public endpoints of the test clusters are optional.
    const isNeeded = env.solanaRpcUrls.has(chainId) || chainId === MAINNET_CHAIN_ID;
    const status = isNeeded ? 'failed' : 'warning';
    const scansCore = env.solanaCoreScan.get(chainId) ?? false;
    const otherwise = { status, set: `${variable}: a node that answers` } as const;
    for (const url of urls)
      checks.push(
        endpointCheck(`Solana ${chainId}`, url, otherwise, (node, scope) =>
          checkNode(node, { chainId, scansCore, variable }, scope),
        ),
      );
    checks.push(...dasChecks(env, chainId));
  }
  return checks;
}

type NodeFacts = { chainId: number; scansCore: boolean; variable: string };

async function checkNode(
  node: Endpoint,
  { chainId, scansCore, variable }: NodeFacts,
  scope: RequestScope,
): Promise<Finding> {
  const { value: genesis, ms } = await timed(() => node.call('getGenesisHash', [], scope));
  const expected = CLUSTERS.find((each) => each.chainId === chainId);
  const cluster = CLUSTERS.find((each) => each.genesis === genesis)?.name ?? 'a private cluster';
  if (expected !== undefined && genesis !== expected.genesis)
    return failed(`wrong chain: this is ${cluster}`, `${variable}: a node of ${expected.name}`);
  const accounts = await node
    .call(
      'getTokenAccountsByOwner',
      [SAMPLE_WALLET, { programId: TOKEN_PROGRAM }, { encoding: 'base64' }],
      scope,
    )
    .catch((thrown: unknown) => thrown as Error);
  if (accounts instanceof Error)
    return failed(
      `${cluster}, but getTokenAccountsByOwner is refused: ${explain(accounts)}`,
      `${variable}: a node that lists token accounts`,
    );
  const isScanAllowed = await allowsScan(node, scope);
  const commitment = await commitmentOf(node, scope);
  const scan = `getProgramAccounts ${isScanAllowed ? 'allowed' : 'refused'}`;
  const found = `${cluster}, ${ms} ms, ${commitment}, ${scan}`;
  if (scansCore && !isScanAllowed)
    return warning(found, `SOLANA_CORE_SCAN_${chainId}: off, or a node that allows scans`);
  return ok(found);
}

/** Returns the commitment at which the service reads from the node, and what it could not find out. */
async function commitmentOf(node: Endpoint, scope: RequestScope): Promise<string> {
  try {
    return isCertificate(await node.call('getAgGenesisCert', [], scope))
      ? 'reads finalized'
      : 'reads confirmed';
  } catch (thrown) {
    return `reads confirmed (getAgGenesisCert: ${explain(thrown)})`;
  }
}

/** Checks whether the node allows the scan for MPL Core assets, by scanning for those of the sample wallet. */
async function allowsScan(node: Endpoint, scope: RequestScope): Promise<boolean> {
  const filters = [
    { memcmp: { offset: 0, bytes: CORE_ASSET_KEY_BASE58, encoding: 'base58' } },
    { memcmp: { offset: CORE_OWNER_OFFSET, bytes: SAMPLE_WALLET, encoding: 'base58' } },
  ];
  const params = [MPL_CORE_PROGRAM, { encoding: 'base64', dataSlice: { offset: 0, length: 0 }, filters }];
  return node.call('getProgramAccounts', params, scope).then(Array.isArray, () => false);
}

function dasChecks({ solanaDasUrls }: Env, chainId: number): Check[] {
  const urls = solanaDasUrls.get(chainId);
  if (urls === undefined && chainId !== MAINNET_CHAIN_ID) return [];
  if (urls === undefined) {
    const found = 'MPL Core and compressed NFTs are not listed';
    const set = `SOLANA_DAS_URL_${chainId}: a DAS endpoint`;
    return [knownCheck(`DAS ${chainId}`, { status: 'not set', found, set })];
  }
  const set = `SOLANA_DAS_URL_${chainId}: an endpoint with getAssetsByOwner`;
  return urls.map((url) =>
    endpointCheck(`DAS ${chainId}`, url, { status: 'failed', set }, async (das, scope) => {
      const params = { ownerAddress: SAMPLE_WALLET, page: 1, limit: 1 };
      const { value, ms } = await timed(() => das.call('getAssetsByOwner', params, scope));
      if (!Array.isArray((value as { items?: unknown } | null)?.items))
        return failed('the answer is not a list of assets', set);
      return ok(`getAssetsByOwner answers, ${ms} ms`);
    }),
  );
}
