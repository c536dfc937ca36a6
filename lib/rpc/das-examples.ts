import { NOT_COMPRESSED } from '@/lib/solana/das/asset-of-item';

// Examples of the DAS methods on the sample network, for the OpenRPC document.

const NFT = {
  interface: 'V1_NFT',
  id: '3VY2TA6pKYq3JXHcbpDoYvuBZcHUCmMA9ztUgGRGgRrL',
  content: {
    $schema: 'https://schema.metaplex.com/nft1.0.json',
    json_uri: 'https://sample.satchel.example/tidepool-7.json',
    files: [],
    metadata: { name: 'Tidepool #7', symbol: 'TIDE', token_standard: 'NonFungible' },
    links: {},
  },
  authorities: [{ address: 'GvfbkijxLhkkdNTbZPASb1LePQ7TSZKWpZE8TKxg9U4X', scopes: ['full'] }],
  compression: NOT_COMPRESSED,
  grouping: [{ group_key: 'collection', group_value: '27i1VdCA5cchGjpNBeXysjSmcZ6vkAi3pbWVgjzr48Ne' }],
  royalty: {
    royalty_model: 'creators',
    target: null,
    percent: 0.05,
    basis_points: 500,
    primary_sale_happened: true,
    locked: false,
  },
  creators: [
    { address: 'GvfbkijxLhkkdNTbZPASb1LePQ7TSZKWpZE8TKxg9U4X', share: 70, verified: true },
    { address: '4gkYkvCMCgjJFqpZNZCX2AsiMgwLXkHfQvSFuyXjrwvX', share: 30, verified: false },
  ],
  ownership: {
    frozen: false,
    delegated: false,
    delegate: null,
    ownership_model: 'single',
    owner: 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A',
  },
  mutable: true,
  burnt: false,
};
const NFT_SUPPLY = { print_max_supply: 0n, print_current_supply: 0n, edition_nonce: 255 };

/** `getAsset` of an NFT, without its metadata document. */
export const ASSET_EXAMPLE = {
  ...NFT,
  supply: NFT_SUPPLY,
  token_info: {
    decimals: 0,
    token_program: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    symbol: 'TIDE',
    supply: 1n,
    mint_authority: '74fVa8UEKELmgQpuFP8GpRJ5YVzBj4Tar44JBUeBNDXf',
    freeze_authority: '74fVa8UEKELmgQpuFP8GpRJ5YVzBj4Tar44JBUeBNDXf',
  },
  warnings: ['documents-unread'],
};

/** Warnings of a list on a chain without a DAS endpoint. */
const UNREAD_KINDS = ['mpl-core-unread', 'compressed-unread', 'zk-compressed-unread', 'stake-unread'];

/** `getAssetsByOwner` of a wallet with one NFT. */
export const OWNER_EXAMPLE = {
  total: 1,
  limit: 1000,
  last_indexed_slot: 300000000,
  items: [{ ...NFT, supply: NFT_SUPPLY }],
  warnings: ['editions-unread', 'documents-unread', ...UNREAD_KINDS],
};

/** `searchAssets` for the tokens of the wallet in `OWNER_EXAMPLE`. */
export const SEARCH_EXAMPLE = {
  total: 1,
  limit: 1000,
  last_indexed_slot: 300000000,
  items: [
    {
      ...NFT,
      interface: 'FungibleToken',
      id: 'DGzPceTV9v9n7pELLxsriUDzyJXQDvwuw1AoabsAnwvs',
      content: {
        $schema: 'https://schema.metaplex.com/nft1.0.json',
        json_uri: 'https://sample.satchel.example/coin-crab.json',
        files: [{ uri: 'https://sample.satchel.example/coin-crab.png', mime: 'image/png' }],
        metadata: { name: 'Crab Dollar', symbol: 'CRAB', token_standard: 'Fungible' },
        links: { image: 'https://sample.satchel.example/coin-crab.png' },
      },
      grouping: [],
      royalty: { ...NFT.royalty, percent: 0, basis_points: 0 },
      creators: [],
      ownership: { ...NFT.ownership, ownership_model: 'token' },
      token_info: {
        decimals: 6,
        token_program: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
        symbol: 'CRAB',
        balance: 18446744073709551615n,
        associated_token_address: 'CFmcmUfXv7BZYiPPCHSkRKWbC3DciEBMx9unasEKSBcv',
        supply: 18446744073709551615n,
        mint_authority: 'GvfbkijxLhkkdNTbZPASb1LePQ7TSZKWpZE8TKxg9U4X',
        freeze_authority: 'GvfbkijxLhkkdNTbZPASb1LePQ7TSZKWpZE8TKxg9U4X',
      },
    },
  ],
  warnings: ['documents-unread', ...UNREAD_KINDS],
};

const UNDELEGATED = {
  owner: 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A',
  frozen: false,
  delegate: null,
  delegated_amount: 0n,
  close_authority: null,
};

/** `getTokenAccounts` of the wallet in `OWNER_EXAMPLE`. */
export const TOKEN_ACCOUNTS_EXAMPLE = {
  total: 2,
  limit: 1000,
  last_indexed_slot: 300000000,
  token_accounts: [
    {
      address: 'CFmcmUfXv7BZYiPPCHSkRKWbC3DciEBMx9unasEKSBcv',
      mint: 'DGzPceTV9v9n7pELLxsriUDzyJXQDvwuw1AoabsAnwvs',
      amount: 18446744073709551615n,
      ...UNDELEGATED,
    },
    {
      address: 'DR22NWYN7eVeUUcPJfPi5mUzhWiTugcpd5hLNTWYYh1W',
      mint: '3VY2TA6pKYq3JXHcbpDoYvuBZcHUCmMA9ztUgGRGgRrL',
      amount: 1n,
      ...UNDELEGATED,
    },
  ],
  errors: [],
  warnings: ['zk-compressed-unread', 'stake-unread'],
};

/** `getNftEditions` of a master edition that has no prints. */
export const EDITIONS_EXAMPLE = {
  total: 0,
  limit: 1000,
  last_indexed_slot: 300000000,
  master_edition_address: '8SHfqzJYABeGfiG1apwiEYt6TvfGQiL1pdwEjvTKsyiZ',
  supply: 0n,
  max_supply: 69n,
  editions: [],
};
