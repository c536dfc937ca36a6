import { ACCOUNT_VERSION_NAMES, type AccountVersion } from '@/lib/btc-account/account-versions';
import { deriveAccount } from '@/lib/btc-account/derive-account';
import type { AccountState } from '@/lib/evm/account-state';
import { EVM_CHAINS } from '@/lib/evm/chains.generated';
import { SAMPLE_EVM_CHAIN } from '@/lib/evm/evm-chain';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Env } from '@/lib/server/env';
import { defaultEvmChain, servedEvmChains, servesSampleEvmChain } from '@/lib/server/env/served-chains';
import { readAccountState } from '@/lib/sources/evm/read-account-state';
import type { BatchCall, BatchingTransport, Transport } from '@/lib/sources/transport/transport-type';
import { type Check, type Finding, failed, knownCheck, ok, warning } from './check';
import { type Endpoint, endpointCheck, timed } from './endpoint';

/** The generator point of secp256k1: the public key of the private key 1, whose accounts hold nothing of value. */
const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

/** Returns the checks of each EVM endpoint's chain id, and of the contracts that accounts depend on. */
export function evmChecks(env: Env): Check[] {
  const known = new Map(EVM_CHAINS.map((chain) => [chain.chainId, chain]));
  const defaultChain = defaultEvmChain(env);
  return servedEvmChains(env)
    .filter((chainId) => chainId !== SAMPLE_EVM_CHAIN.chainId || !servesSampleEvmChain(env))
    .flatMap((chainId): Check[] => {
      const variable = `EVM_RPC_URL_${chainId}`;
      const configured = env.evmRpcUrls.get(chainId);
      const urls = configured ?? known.get(chainId)?.rpcUrls ?? [];
      const name = known.get(chainId)?.name ?? 'unknown chain';
      if (urls.length === 0) {
        const status = chainId === defaultChain ? 'failed' : 'not set';
        const found = `no public endpoint of ${name} is known`;
        return [knownCheck(`EVM ${chainId}`, { status, found, set: variable })];
      }
      const isNeeded = configured !== undefined || chainId === defaultChain;
      const status = isNeeded ? 'failed' : 'warning';
      const otherwise = { status, set: `${variable}: an endpoint of ${name} that answers` } as const;
      return urls.map((url) =>
        endpointCheck(`EVM ${chainId}`, url, otherwise, (node, scope) =>
          checkNode(node, { chainId, name, variable }, scope),
        ),
      );
    });
}

type ChainFacts = { chainId: number; name: string; variable: string };

async function checkNode(
  node: Endpoint,
  { chainId, name, variable }: ChainFacts,
  scope: RequestScope,
): Promise<Finding> {
  const { value, ms } = await timed(() => node.call('eth_chainId', [], scope));
  const isQuantity = typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value);
  if (!isQuantity || BigInt(value) !== BigInt(chainId))
    return failed(
      isQuantity ? `wrong chain: its id is ${BigInt(value)}` : 'eth_chainId has no valid answer',
      `${variable}: an endpoint of ${name}`,
    );
  const contracts = await checkContracts(node, { chainId, name, variable }, scope);
  return { ...contracts, found: `chain id ${chainId}, ${ms} ms; ${contracts.found}` };
}

/** Sends the calls of a batch as separate requests, so that one failure does not affect the other calls. */
const unbatched = ({ call }: Endpoint): BatchingTransport =>
  Object.assign(call as Transport, {
    batch: (calls: readonly BatchCall[], scope: RequestScope) =>
      Promise.all(
        calls.map(({ method, params }) =>
          call(method, params, scope).then(
            (result) => ({ result }),
            (error: Error) => ({ error }),
          ),
        ),
      ),
  });

/** Checks that the entry point and each factory exist, and that each factory derives the same account as Satchel. */
async function checkContracts(
  node: Endpoint,
  { chainId, variable }: ChainFacts,
  scope: RequestScope,
): Promise<Finding> {
  const states: [AccountVersion, AccountState][] = [];
  for (const version of ACCOUNT_VERSION_NAMES) {
    const account = deriveAccount({ version, btcPublicKey: KEY }, chainId);
    states.push([version, await readAccountState(unbatched(node), account, scope)]);
  }
  const [, first] = states[0] ?? [];
  const parts = states.map(([version, state]) => `factory ${version} ${factoryText(state)}`);
  const found = [`entry point ${first?.entryPoint}`, ...parts].join(', ');
  const all = states.map(([, state]) => state);
  const without = `EVM_CHAINS: without ${chainId}`;
  if (all.some(({ factoryAgrees }) => factoryAgrees === false))
    return failed(found, `${without}; report this chain`);
  if (all.some(({ factory, entryPoint }) => factory === 'absent' || entryPoint === 'absent'))
    return warning(found, `${without}, if accounts must be deployable`);
  if (all.some(({ factoryAgrees, entryPoint }) => factoryAgrees === null || entryPoint === 'unknown'))
    return warning(found, `${variable}: an endpoint that answers eth_getCode and eth_call`);
  return ok(found);
}

function factoryText({ factory, factoryAgrees, reasons }: AccountState): string {
  if (factory === 'absent') return 'absent';
  if (factoryAgrees === null)
    return `${factory}, address unknown (${reasons.factoryAgrees ?? reasons.factory})`;
  return factoryAgrees ? 'agrees' : 'returns another address';
}
