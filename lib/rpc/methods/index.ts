import type { Method } from '../define-method';
import { enhancedGetTokensAndNFTs } from './enhancedGetTokensAndNFTs';
import { svc_aa_getBTCAccount } from './svc_aa_getBTCAccount';
import { svc_aa_getBTCAccountsByAddress } from './svc_aa_getBTCAccountsByAddress';

/** All methods of the service. To add one, add a file to this folder and a line here. */
export const methods = [
  enhancedGetTokensAndNFTs,
  svc_aa_getBTCAccount,
  svc_aa_getBTCAccountsByAddress,
] as Method[];
