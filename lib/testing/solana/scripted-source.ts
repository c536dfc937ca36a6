import type { RequestScope } from '@/lib/promises/request-scope';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import { withoutAssets } from '@/lib/solana/coverage';
import type { ExtendedHoldings, ExtendedNft } from '@/lib/solana/holdings';
import type { HoldingsEvent } from '@/lib/solana/holdings-events';
import { noPrices } from '@/lib/solana/prices/price-table';
import { SYSTEM_PROGRAM } from '@/lib/solana/programs';
import type { SolanaSource } from '@/lib/solana/solana-source';
import { EMPTY_TOKEN_LIST } from '@/lib/solana/token-list';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

/** A read from a scripted source. The test sends the events of the read and sees whether the read was aborted. */
export type ScriptedRead = {
  owner: string;
  scope: RequestScope;
  say: (...events: HoldingsEvent[]) => void;
  fail: (thrown: Error) => void;
};

/** A Solana source without holdings, names and prices, for tests that replace some of its reads. */
export const EMPTY_SOURCE: Omit<SolanaSource, 'chainIds' | 'listItems'> = {
  assets: {} as never,
  getHoldings: () => Promise.reject(new Error('a listing was not expected')),
  tokenList: async () => EMPTY_TOKEN_LIST,
  trouble: () => undefined,
  collections: async () => [],
  withDetails: async (_, item) => item,
  withDocuments: async (nfts) => ({ nfts: [...nfts], isComplete: true }),
  resolveName: async () => null,
  primaryName: async () => null,
  forward: () => Promise.reject(new Error('a forwarded call was not expected')),
  hasPrices: () => false,
  prices: async () => noPrices('off'),
  stakeAccounts: async () => [],
  describeAccount: async (_, address) => scriptedWallet(address),
};

/** Creates a Solana source whose reads yield the events that a test sends. */
export function scriptedSolana(): { solana: SolanaSource; reads: ScriptedRead[] } {
  const reads: ScriptedRead[] = [];
  const solana: SolanaSource = {
    ...EMPTY_SOURCE,
    chainIds: [104],
    resolveName: async (_, name) => (name === 'known.sol' ? addressOf('owner') : null),
    listItems: (_, owner, { scope }, onProgress) =>
      new Promise((resolve, reject) => {
        scope.signal.addEventListener('abort', () => reject(new Error('aborted')));
        const say: ScriptedRead['say'] = (...events) => {
          for (const event of events)
            if (event.type === 'progress') onProgress(event);
            else if (event.type === 'holdings') resolve(event);
        };
        reads.push({ owner, scope, say, fail: reject });
      }),
  };
  return { solana, reads };
}

/** Creates the description of a wallet. */
function scriptedWallet(address: string): AccountDescription {
  return {
    address,
    offCurve: false,
    owner: SYSTEM_PROGRAM,
    lamports: 5n,
    space: 0,
    account: { kind: 'wallet' },
    token: undefined,
    programData: undefined,
    epoch: undefined,
  };
}

/** Creates an NFT whose metadata document has not been fetched. */
export function scriptedNft(label: string): ExtendedNft {
  const mint = addressOf(`${label} mint`);
  return {
    mint,
    address: addressOf(`${label} account`),
    isSemiFungible: false,
    name: label,
    symbol: '',
    image: '',
    sellerFeeBasisPoints: 0,
    metadata: {
      key: 4,
      updateAuthority: '',
      mint,
      data: {
        name: label,
        symbol: '',
        uri: `https://documents.example/${label}`,
        sellerFeeBasisPoints: 0,
        creators: [],
      },
      primarySaleHappened: false,
      isMutable: true,
      editionNonce: null,
    },
    amountString: '1',
    programId: addressOf('program'),
    tokenStandard: 0,
    collection: null,
    amount: 1n,
    decimals: 0,
    state: 'initialized',
    delegate: null,
    warnings: [],
    lock: 'none',
    delegateRole: null,
    delegatedAmount: '0',
    closeAuthority: null,
    uiAmountString: '1',
    mintFacts: {},
    accountFacts: {},
    accountLamports: null,
    supply: null,
    additionalMetadata: [],
    edition: null,
    compression: null,
  };
}

/** Creates the holdings of an account with `nfts` and no tokens. */
export function scriptedHoldings(nfts: ExtendedNft[], slot = 1): ExtendedHoldings {
  return {
    lamports: 5n,
    nfts,
    tokens: [],
    lamportsString: '5',
    slot,
    commitment: 'confirmed',
    warnings: [],
    coverage: withoutAssets('no-das-endpoint'),
    primaryName: null,
  };
}
