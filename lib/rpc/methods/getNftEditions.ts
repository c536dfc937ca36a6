import { type ListPage, pageMembers } from '@/lib/services/assets/list-page';
import { WORK_UNITS } from '@/lib/services/work-units';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { withoutAssets } from '@/lib/solana/coverage';
import { DasNftEditions } from '@/lib/solana/das/asset-schema';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import { EDITIONS_EXAMPLE } from '../das-examples';
import { assetNotFound, DAS_ERRORS, type DasAnswer, dasMethod, forward } from '../das-method';
import { defineMethod } from '../define-method';
import { checkConditions, namedParams, readListPage, readOptional, readRequired } from '../params/das-params';

const NAMES = ['mintAddress', 'mint', 'limit', 'page', 'before', 'after', 'cursor', 'integers'] as const;

type Input = { mint: SolanaAddress; page: ListPage; raw: unknown };

function readParams(raw: unknown): Input {
  const params = namedParams(raw, NAMES);
  checkConditions(params, NAMES);
  const mint = readOptional(params, 'mint') ?? readRequired(params, 'mintAddress');
  return { mint, page: readListPage(params), raw };
}

/** Lists the prints of a master edition that a node can find without an index (contract §8). */
export const getNftEditions = defineMethod({
  ...dasMethod(NAMES, [], readParams),
  name: 'getNftEditions',
  summary: 'The prints of a master edition (DAS)',
  description:
    'Reads the master edition of a mint (`mintAddress`, or `mint`). A node cannot find the mints of prints: if there are any, the call is forwarded to the DAS endpoint of the chain. Without one, the error is -32601 with the reason `needs-index`, and `data` has `master_edition_address`, `supply` and `max_supply`.',
  result: DasNftEditions,
  errors: [...DAS_ERRORS, 'methodNotFound', 'assetNotFound'],
  units: () => WORK_UNITS.editions,
  example: {
    chainId: MAINNET_CHAIN_ID,
    params: { mintAddress: 'Ey2Qb8kLctbchQsMnhZs5DjY32To2QtPuXNwWvk4NosL' },
    result: EDITIONS_EXAMPLE,
  },
  handler: async ({ mint, page, raw }: Input, ports, { chainId }, scope): Promise<DasAnswer> => {
    const { assets } = ports.solana;
    const { address, edition, slot } = await assets.edition(chainId, mint, scope);
    if (edition?.kind !== 'master')
      throw assetNotFound(`${mint} has no master edition`, 'params.mintAddress');
    const { supply, maxSupply } = edition;
    const known = { master_edition_address: address, supply, max_supply: maxSupply };
    if (supply === 0n) {
      const part = { total: 0, limit: page.limit, ...pageMembers(page) };
      const result: DasNftEditions = { ...part, last_indexed_slot: slot, ...known, editions: [] };
      return { result, coverage: withoutAssets('not-selected') };
    }
    const what = 'getNftEditions of a printed NFT';
    return forward(ports.solana, { chainId, method: 'getNftEditions', raw, what, data: known }, scope);
  },
});
