import type { Method } from '../define-method';
import { forwardedMethods } from '../forwarded-methods';
import { enhancedGetTokensAndNFTs } from './enhancedGetTokensAndNFTs';
import { getAsset } from './getAsset';
import { getAssetBatch } from './getAssetBatch';
import { getAssets } from './getAssets';
import { getAssetsByOwner } from './getAssetsByOwner';
import { getNftEditions } from './getNftEditions';
import { getTokenAccounts } from './getTokenAccounts';
import { searchAssets } from './searchAssets';
import { svc_aa_getBTCAccount } from './svc_aa_getBTCAccount';
import { svc_aa_getBTCAccountsByAddress } from './svc_aa_getBTCAccountsByAddress';

/** All methods of the service. To add one, add a file to this folder and a line here. */
export const methods = [
  enhancedGetTokensAndNFTs,
  svc_aa_getBTCAccount,
  svc_aa_getBTCAccountsByAddress,
  getAsset,
  getAssets,
  getAssetBatch,
  getAssetsByOwner,
  searchAssets,
  getTokenAccounts,
  getNftEditions,
  ...forwardedMethods,
] as Method[];
