import type { DetectedInput, Detector, Network } from '../detected-input';
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

/** Detectors for all kinds of input. The order matters only if two accept the same text. */
const DETECTORS: readonly Detector[] = [
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

/** Maximum length of a key, address or name; descriptors can be longer. */
const MAX_KIND_CHARACTERS = 200;

/** Recognizes input without spaces; returns undefined if no detector accepts it. */
export function detectKind(text: string, network: Network): DetectedInput | undefined {
  for (const kind of text.length > MAX_KIND_CHARACTERS ? [outputDescriptor] : DETECTORS) {
    const found = kind(text, network);
    if (found) return found;
  }
  return undefined;
}
