import type { Method } from '../define-method';
import { enhancedGetTokensAndNFTs } from './enhancedGetTokensAndNFTs';
import { getAsset } from './getAsset';
import { getAssetBatch } from './getAssetBatch';
import { getAssetProof } from './getAssetProof';
import { getAssetProofBatch } from './getAssetProofBatch';
import { getAssetProofs } from './getAssetProofs';
import { getAssetSignatures } from './getAssetSignatures';
import { getAssets } from './getAssets';
import { getAssetsByAuthority } from './getAssetsByAuthority';
import { getAssetsByCreator } from './getAssetsByCreator';
import { getAssetsByGroup } from './getAssetsByGroup';
import { getAssetsByOwner } from './getAssetsByOwner';
import { getNftEditions } from './getNftEditions';
import { getSignaturesForAsset } from './getSignaturesForAsset';
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
  getAssetProof,
  getAssetProofBatch,
  getAssetProofs,
  getAssetsByAuthority,
  getAssetsByCreator,
  getAssetsByGroup,
  getAssetSignatures,
  getSignaturesForAsset,
] as Method[];
