import type { Kind, Network, Recognised } from '../recognised';
import { blockNumber } from './block-number';
import { btcAddress } from './btc-address';
import { btcKey } from './btc-key';
import { ensName } from './ens-name';
import { evmAddress } from './evm-address';
import { extendedKey } from './extended-key';
import { hex32 } from './hex-32';
import { outputDescriptor } from './output-descriptor';
import { solName } from './sol-name';
import { solanaAddress } from './solana-address';
import { solanaSignature } from './solana-signature';

/** Every kind. The order matters only for texts that two could claim. */
const KINDS: readonly Kind[] = [
  solName,
  ensName,
  evmAddress,
  hex32,
  blockNumber,
  btcKey,
  solanaAddress,
  extendedKey,
  outputDescriptor,
  btcAddress,
  solanaSignature,
];

/** What a text without spaces is; undefined where no kind claims it. */
export function kindOf(text: string, network: Network): Recognised | undefined {
  for (const kind of KINDS) {
    const found = kind(text, network);
    if (found) return found;
  }
  return undefined;
}
