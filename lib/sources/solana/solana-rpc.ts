import { ByteBudget } from '@/lib/promises/byte-budget';
import { forEachYielding } from '@/lib/promises/for-each-yielding';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { assembleItem, byMintThenAddress, type Item } from '@/lib/solana/assemble-holdings';
import { withoutAssets } from '@/lib/solana/coverage';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { type HoldingsProgress, outOfTime } from '@/lib/solana/holdings-events';
import type { TokenList } from '@/lib/solana/token-list';
import type { HoldingsWarning } from '@/lib/solana/warnings';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { unreadable } from './account-reader';
import { knownDecimalsCache, readMintFacts } from './mint-facts';
import { readOwnedAccounts } from './owned-accounts';

/** Holdings as the chain has them, and what is needed to fetch their off-chain documents. */
export type OnChainHoldings = {
  holdings: ExtendedHoldings;
  /** Document URI of each token, by token account; an NFT's is in its metadata. */
  tokenUris: ReadonlyMap<SolanaAddress, string>;
};

/** Reads an account's holdings from one chain. */
export type HoldingsReader = (
  owner: SolanaAddress,
  signal: AbortSignal,
  onProgress?: (progress: HoldingsProgress) => void,
) => Promise<OnChainHoldings>;

/**
 * What one token account takes while it is read: its mint and metadata as they came and as they are answered. Measured:
 * 35 MB for 10,000 NFTs.
 */
const ACCOUNT_BYTES = 3_500;

/**
 * Holdings through any standard node, in two sequential steps: at most 3 + ⌈2M/100⌉ calls for M mints, plus
 * ⌈P/100⌉ for P metadata pointers that name another account.
 */
export function rpcHoldingsReader(
  transport: Transport,
  tokenList: () => Promise<TokenList>,
  memory = new ByteBudget(Number.POSITIVE_INFINITY),
): HoldingsReader {
  const knownDecimals = knownDecimalsCache();
  return async (owner, signal, onProgress) => {
    const progress: HoldingsProgress = { step: 'accounts', done: 0, total: 0 };
    const report = (next: Partial<HoldingsProgress>) => {
      Object.assign(progress, next);
      onProgress?.({ ...progress });
    };
    let held = 0;
    try {
      report({});
      const listed = tokenList();
      // Awaited below; until then a failure of it is nobody's.
      listed.catch(() => undefined);
      const owned = await readOwnedAccounts(transport, owner, signal);
      const needed = owned.accounts.length * ACCOUNT_BYTES;
      await memory.take(needed, signal);
      held = needed;
      let slot = owned.oldestSlot;
      report({ step: 'assets' });
      const facts = await readMintFacts(owned.accounts, {
        transport,
        signal,
        knownDecimals,
        minContextSlot: owned.newestSlot === 0 ? undefined : owned.newestSlot,
        onSlot: (read) => {
          if (read < slot) slot = read;
        },
        onTotal: (total) => report({ total }),
        onRead: (count) => report({ done: progress.done + count }),
      });

      const list = await listed;
      const items: Item[] = [];
      const tokenUris = new Map<SolanaAddress, string>();
      await forEachYielding(owned.accounts, (account) => {
        const known = facts.get(account.account.mint);
        if (known === undefined) return;
        const item = assembleItem(account, known, list);
        items.push(item);
        if (item.kind === 'token' && typeof known.metadata === 'object' && known.metadata.uri !== '') {
          tokenUris.set(account.address, known.metadata.uri);
        }
      });
      const nfts = items.flatMap((each) => (each.kind === 'nft' ? [each.item] : [])).sort(byMintThenAddress);
      const tokens = items
        .flatMap((each) => (each.kind === 'token' ? [each.item] : []))
        .sort(byMintThenAddress);
      const unread = items.some(({ item }) => item.warnings.includes('metadata-unread'));
      const warnings: HoldingsWarning[] = unread ? ['metadata-unread'] : [];
      const { lamports } = owned;
      return {
        holdings: {
          lamports,
          nfts,
          tokens,
          lamportsString: lamports.toString(),
          slot,
          warnings,
          coverage: withoutAssets('no-das-endpoint'),
        },
        tokenUris,
      };
    } catch (thrown) {
      throw signal.aborted ? outOfTime(progress, thrown) : unreadable(thrown);
    } finally {
      memory.give(held);
    }
  };
}
