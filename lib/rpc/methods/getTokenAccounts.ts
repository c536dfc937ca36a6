import { InvalidInputError } from '@/lib/errors';
import { listTokenAccounts, type TokenAccountsQuery } from '@/lib/services/assets/list-token-accounts';
import { WORK_UNITS } from '@/lib/services/work-units';
import { DasTokenAccounts } from '@/lib/solana/das/asset-schema';
import { SAMPLE_CHAIN_ID } from '@/lib/solana/programs';
import { SAMPLE_TINY_WALLET } from '@/lib/solana/sample-addresses';
import { TOKEN_ACCOUNTS_EXAMPLE } from '../das-examples';
import { DAS_ERRORS, type DasAnswer, dasMethod, forward } from '../das-method';
import { defineMethod } from '../define-method';
import { LIST_NAMES } from '../params/das-param-schemas';
import { checkConditions, namedParams, readDisplay, readListPage, readOptional } from '../params/das-params';

const NAMES = ['ownerAddress', 'mintAddress', 'owner', 'mint', ...LIST_NAMES] as const;

type Input = { query: TokenAccountsQuery; raw: unknown };

function readParams(raw: unknown): Input {
  const params = namedParams(raw, NAMES);
  checkConditions(params, NAMES);
  const owner = readOptional(params, 'ownerAddress') ?? readOptional(params, 'owner');
  const mint = readOptional(params, 'mintAddress') ?? readOptional(params, 'mint');
  if (owner === undefined && mint === undefined)
    throw new InvalidInputError(
      'missing-params',
      'params must have ownerAddress or mintAddress',
      params.path,
    );
  const { showZeroBalance } = readDisplay(params);
  return { query: { owner, mint, withEmpty: showZeroBalance, page: readListPage(params) }, raw };
}

/** Lists the token accounts of an owner, of a mint, or of both (contract §8). */
export const getTokenAccounts = defineMethod({
  ...dasMethod(NAMES, [], readParams),
  name: 'getTokenAccounts',
  summary: 'The token accounts of an owner or a mint (DAS)',
  description:
    'Lists the token accounts of `ownerAddress`, of `mintAddress`, or of both, ordered by address. A node can list the accounts of a mint only if there are fewer than 20; otherwise the call is forwarded to the DAS endpoint of the chain, and without one, the error is -32601 with the reason `needs-index`.',
  result: DasTokenAccounts,
  errors: [...DAS_ERRORS, 'methodNotFound'],
  units: () => WORK_UNITS.tokenAccounts,
  example: {
    chainId: SAMPLE_CHAIN_ID,
    params: { ownerAddress: SAMPLE_TINY_WALLET },
    result: TOKEN_ACCOUNTS_EXAMPLE,
  },
  handler: async ({ query, raw }: Input, ports, { chainId }, scope): Promise<DasAnswer> => {
    const answer = await listTokenAccounts(ports, query, chainId, scope);
    if (answer !== undefined) return answer;
    const what = 'getTokenAccounts of a mint with many accounts';
    return forward(ports.solana, { chainId, method: 'getTokenAccounts', raw, what }, scope);
  },
});
