import * as z from 'zod/mini';
import { hasOtherCreate2Rule } from '@/lib/evm/evm-chain';
import { type EvmSettings, solanaNodeUrls } from './served-chains';

/** A constraint on the settings named in `about`. It is checked only if all of these settings are read. */
type Rule = { about: readonly string[]; check: ReturnType<typeof z.superRefine> };

/**
 * Creates a rule.
 * @param check called only if the settings are valid on their own, unless `always` is set
 */
function rule<Settings>(
  about: readonly (keyof Settings & string)[],
  check: (env: Settings, addProblem: (path: string[], message: string) => void) => void,
  { always = false } = {},
): Rule {
  return {
    about,
    check: z.superRefine<Settings>(
      (env, context) => check(env, (path, message) => context.addIssue({ code: 'custom', path, message })),
      {
        when: ({ issues }) => always || !issues.some(({ path }) => about.some((name) => path?.[0] === name)),
      },
    ) as Rule['check'],
  };
}

const credentials = rule<{ projectId?: string | undefined; projectServerKey?: string | undefined }>(
  ['projectId', 'projectServerKey'],
  ({ projectId, projectServerKey }, addProblem) => {
    if (projectId !== undefined && projectServerKey === undefined)
      addProblem(['projectServerKey'], 'missing; set it together with PROJECT_ID, or set neither');
    if (projectId === undefined && projectServerKey !== undefined)
      addProblem(['projectId'], 'missing; set it together with PROJECT_SERVER_KEY, or set neither');
  },
  { always: true },
);

const dasHasNode = rule<Record<'solanaRpcUrls' | 'solanaDasUrls', ReadonlyMap<number, readonly string[]>>>(
  ['solanaRpcUrls', 'solanaDasUrls'],
  (env, addProblem) => {
    const nodes = solanaNodeUrls(env);
    for (const chainId of env.solanaDasUrls.keys())
      if (!nodes.has(chainId))
        addProblem(
          ['solanaDasUrls', `SOLANA_DAS_URL_${chainId}`],
          `chain ${chainId} has no endpoint; set SOLANA_RPC_URL_${chainId} too`,
        );
  },
);

const chainsHaveCreate2 = rule<EvmSettings>(
  ['evmChains', 'evmRpcUrls', 'sampleNetwork'],
  (env, addProblem) => {
    const problem = (chainId: number) =>
      `chain ${chainId} derives contract addresses by another rule (ZK Stack), so no account can be calculated for it; remove it`;
    for (const chainId of env.evmChains ?? [])
      if (hasOtherCreate2Rule(chainId)) addProblem(['evmChains'], problem(chainId));
    for (const chainId of env.evmRpcUrls.keys())
      if (hasOtherCreate2Rule(chainId))
        addProblem(['evmRpcUrls', `EVM_RPC_URL_${chainId}`], problem(chainId));
  },
);

export const RULES: readonly Rule[] = [credentials, dasHasNode, chainsHaveCreate2];
