import { isJsonObject } from '@/lib/json/json-object';
import { isAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { ACCOUNT_STATES, type TokenAccount } from './token-program';

const MAX_U64 = 2n ** 64n - 1n;
const DIGITS = /^\d{1,20}$/;

/** A classic token account as parsed by the node (`jsonParsed`), with the decimals of its mint. */
export type ParsedTokenAccount = { account: TokenAccount; decimals: number };

/**
 * Reads the `data` of a token account requested with `encoding: "jsonParsed"` (agave account-decoder `UiTokenAccount`).
 * A node that does not find the account's mint sends bytes instead.
 * @param listOf the owner whose accounts are listed; rows with this owner skip address validation
 * @returns undefined if `data` is not a parsed token account or has an invalid member
 */
export function readParsedTokenAccount(
  data: unknown,
  listOf?: SolanaAddress,
): ParsedTokenAccount | undefined {
  const { program, parsed } = (data ?? {}) as { program?: unknown; parsed?: Record<string, unknown> };
  const info = parsed?.info;
  if (program !== 'spl-token' || parsed?.type !== 'account' || !isJsonObject(info)) return undefined;
  const state = ACCOUNT_STATES.find((each) => each === info.state);
  const { decimals } = (info.tokenAmount ?? {}) as { decimals?: unknown };
  const amount = readAmount(info.tokenAmount);
  const delegate = readOptional(info.delegate, readAddress);
  const delegatedAmount = readOptional(info.delegatedAmount, readAmount);
  const closeAuthority = readOptional(info.closeAuthority, readAddress);
  const mint = readAddress(info.mint);
  const owner = info.owner === listOf ? listOf : readAddress(info.owner);
  if (mint === undefined || owner === undefined || state === undefined || amount === undefined)
    return undefined;
  if (delegate === undefined || delegatedAmount === undefined || closeAuthority === undefined)
    return undefined;
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 255)
    return undefined;
  return {
    account: {
      mint,
      owner,
      amount,
      delegate,
      state,
      delegatedAmount: delegatedAmount ?? 0n,
      closeAuthority,
    },
    decimals,
  };
}

/** Reads an optional member. Returns null if it is absent, undefined if it is invalid. */
function readOptional<T>(value: unknown, read: (value: unknown) => T | undefined): T | null | undefined {
  return value === undefined || value === null ? null : read(value);
}

function readAddress(value: unknown): SolanaAddress | undefined {
  return typeof value === 'string' && isAddress(value) ? value : undefined;
}

/** Reads the amount of a `UiTokenAmount` from its `amount` string. Its other fields lose precision. */
function readAmount(value: unknown): bigint | undefined {
  const { amount } = (value ?? {}) as { amount?: unknown };
  if (typeof amount !== 'string' || !DIGITS.test(amount)) return undefined;
  const units = BigInt(amount);
  return units <= MAX_U64 ? units : undefined;
}
