import type { Clock } from '@/lib/solana/accounts/clock';
import type { MintExtensions } from '@/lib/solana/accounts/mint-extensions';
import type { Mint } from '@/lib/solana/accounts/token-program';
import type { MintFacts } from './fact-schemas';
import { interestScaling, type Scaling } from './ui-amount';

/**
 * Returns the mint facts: what a mint's authorities and extensions can do. Only the keys that apply are set (contract
 * §3).
 * @param clock the chain's clock; undefined if it was not read, in which case the newer fee and multiplier apply
 */
export function mintFactsOf(
  mint: Mint,
  extensions: MintExtensions | undefined,
  clock: Clock | undefined,
): MintFacts {
  const facts: MintFacts = {};
  if (mint.mintAuthority !== null) facts.mintAuthority = mint.mintAuthority;
  if (mint.freezeAuthority !== null) facts.freezeAuthority = mint.freezeAuthority;
  if (extensions === undefined) return facts;
  const { closeAuthority, permanentDelegate, transferHook, permissionedBurn } = extensions;
  if (closeAuthority) facts.closeAuthority = closeAuthority;
  if (permanentDelegate) facts.permanentDelegate = permanentDelegate;
  if (extensions.transferFee !== undefined) {
    const { older, newer } = extensions.transferFee;
    const { basisPoints, maximum } = clock !== undefined && clock.epoch < newer.epoch ? older : newer;
    facts.transferFee = { basisPoints, maximum: maximum.toString() };
  }
  if (transferHook) facts.transferHook = transferHook;
  if (extensions.nonTransferable) facts.nonTransferable = true;
  if (extensions.pausable !== undefined) facts.pausable = extensions.pausable;
  if (extensions.defaultState !== undefined) facts.defaultState = extensions.defaultState;
  if (extensions.confidential) facts.confidential = true;
  if (extensions.interest !== undefined) facts.interestBearing = { rate: extensions.interest.rate };
  if (extensions.scaledUiAmount !== undefined)
    facts.scaledUiAmount = { multiplier: multiplierAt(extensions.scaledUiAmount, clock) };
  if (permissionedBurn) facts.permissionedBurn = permissionedBurn;
  if (extensions.unknown !== undefined) facts.unknown = extensions.unknown;
  return facts;
}

type ScaledUiAmount = NonNullable<MintExtensions['scaledUiAmount']>;

const multiplierAt = (scaled: ScaledUiAmount, clock: Clock | undefined): number =>
  clock !== undefined && clock.unixTimestamp < scaled.newMultiplierAt
    ? scaled.multiplier
    : scaled.newMultiplier;

/**
 * Returns how a mint's amounts are scaled at the chain's current time. If a mint has both interest and a multiplier,
 * interest applies, as in the program.
 */
export function scalingOf(extensions: MintExtensions | undefined, clock: Clock | undefined): Scaling {
  if (extensions?.interest === undefined && extensions?.scaledUiAmount === undefined) return null;
  if (clock === undefined) return 'unknown';
  if (extensions.interest !== undefined) return interestScaling(extensions.interest, clock.unixTimestamp);
  if (extensions.scaledUiAmount === undefined) return null;
  return { kind: 'multiplier', factor: multiplierAt(extensions.scaledUiAmount, clock) };
}
