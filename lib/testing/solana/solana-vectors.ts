import { readFileSync } from 'node:fs';

/** A recorded account, from a line of `lib/solana/vectors/accounts.jsonl`. Null lamports are served as 1. */
export type RecordedAccount = {
  pubkey: string;
  owner: string;
  lamports: number | null;
  data: string;
  executable: boolean;
  kind: string;
  alt?: number;
};

/** The expected result of decoding a recorded account, from the same line of `expected.jsonl`. */
export type ExpectedAccount = {
  pubkey: string;
  alt: number;
  kind: string;
  ok: boolean;
  decoded: Record<string, unknown> | null;
};

const VECTORS = new URL('../../solana/vectors/', import.meta.url);

function readLines<T>(name: string): T[] {
  return readFileSync(new URL(name, VECTORS), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

/**
 * Returns recorded accounts with their expected results. Lines with the same address but different `alt` values are
 * separate cases.
 */
export function solanaVectors(
  ...kinds: string[]
): { account: RecordedAccount; bytes: Buffer; expected: ExpectedAccount }[] {
  const expected = readLines<ExpectedAccount>('expected.jsonl');
  return readLines<RecordedAccount>('accounts.jsonl').flatMap((account, index) => {
    const twin = expected[index];
    if (twin === undefined || twin.pubkey !== account.pubkey)
      throw new Error(`Vectors out of step at line ${index + 1}`);
    if (kinds.length > 0 && !kinds.includes(account.kind)) return [];
    return [{ account, bytes: Buffer.from(account.data, 'base64'), expected: twin }];
  });
}
