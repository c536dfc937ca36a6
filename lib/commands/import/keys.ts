import { parseBtcAddress } from '@/lib/bitcoin/address';
import { isProven, matchAddress } from '@/lib/bitcoin/address-match';
import { programsOfKey, recordedAddresses } from '@/lib/bitcoin/addresses-of-key';
import { parseBtcPublicKey } from '@/lib/bitcoin/public-key';
import { uncompressedKey } from '@/lib/bitcoin/uncompressed-key';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { calculateKeyAccounts } from '@/lib/btc-account/derive-account';
import type { BulkKey } from '@/lib/store/bulk';
import type { ImportNote } from './journal';
import { type LineBlock, MAX_LINE_BYTES } from './line-blocks';
import { LineError, type LineFields, type LineFormat, readLine } from './lines';

/** Settings for reading the lines of an import. */
export type LineSettings = {
  format: LineFormat;
  defaultChainId: number;
  servedChainIds: readonly number[];
};

export type ImportResult = { keys: BulkKey[]; notes: ImportNote[] };

/** Calculates the accounts and addresses of a block of lines. Runs in any thread. */
export async function importKeys(
  { lines, firstLine }: Pick<LineBlock, 'lines' | 'firstLine'>,
  settings: LineSettings,
): Promise<ImportResult> {
  const keys: BulkKey[] = [];
  const notes: ImportNote[] = [];
  for (const [i, text] of lines.entries()) {
    const line = firstLine + i;
    if (settings.format.kind === 'csv' && line === settings.format.headerLine) continue;
    try {
      if (text === undefined)
        throw new LineError('line-too-long', `The line is longer than ${MAX_LINE_BYTES / 1024} KiB`);
      const fields = readLine(text, settings.format);
      if (fields === undefined) continue;
      const { key, unproven } = bulkKey(fields, settings);
      keys.push(key);
      if (unproven !== undefined)
        notes.push({
          line,
          reason: 'address-not-proven',
          message: `The key ${key.publicKey} was imported, but the address ${unproven} does not belong to it`,
          imported: true,
        });
    } catch (thrown) {
      const { reason = 'invalid-line', message } = thrown as LineError;
      notes.push({ line, reason, message, imported: false });
    }
  }
  return { keys, notes };
}

/**
 * Returns the record of a line's key. `unproven` is the line's address if it does not belong to the key.
 * @throws LineError, InvalidInputError
 */
function bulkKey(fields: LineFields, settings: LineSettings): { key: BulkKey; unproven: string | undefined } {
  const chainIds = readChainIds(fields.chainIds, settings);
  const btcAddress = fields.btcAddress === undefined ? undefined : parseBtcAddress(fields.btcAddress).address;
  const { publicKey, point } = readKey(fields.publicKey);
  const createdAt = Date.now();
  const addresses: readonly string[] = recordedAddresses(programsOfKey(point));
  const { smartAccountAddresses } = calculateKeyAccounts(point);
  const isForeign = btcAddress !== undefined && !isProven(matchAddress(publicKey, btcAddress));
  const accounts = chainIds.flatMap((chainId) =>
    ACCOUNT_VERSION_NAMES.map((version) => ({
      chainId,
      version,
      accountAddress: smartAccountAddresses[version],
      createdAt,
      updatedAt: createdAt,
    })),
  );
  const proven =
    btcAddress === undefined || isForeign || addresses.includes(btcAddress)
      ? []
      : accounts.map(({ chainId, version }) => ({ chainId, version, address: btcAddress, createdAt }));
  return {
    key: { publicKey, createdAt, addresses, accounts, proven, spends: [] },
    unproven: isForeign ? btcAddress : undefined,
  };
}

/**
 * Parses and decompresses a key. OpenSSL is used for keys in the common format, because checking in JavaScript that a
 * key is on the curve would take a third of the import's time.
 */
function readKey(text: string): { publicKey: string; point: Buffer } {
  if (/^0[23][0-9a-f]{64}$/.test(text))
    try {
      return { publicKey: text, point: uncompressedKey(text) };
    } catch {
      // Invalid keys continue below, because `parseBtcPublicKey` throws an error with the reason.
    }
  const publicKey = parseBtcPublicKey(text);
  return { publicKey, point: uncompressedKey(publicKey) };
}

function readChainIds(values: readonly unknown[], settings: LineSettings): readonly number[] {
  if (values.length === 0) return [settings.defaultChainId];
  const chainIds = values.map((value) => {
    const chainId = chainIdOf(value);
    if (!settings.servedChainIds.includes(chainId))
      throw new LineError('unsupported-chain', `Unsupported chainId: ${String(value).slice(0, 40)}`);
    return chainId;
  });
  return [...new Set(chainIds)];
}

/** Parses a chain id given as a number or digits. `Number` would accept `true` as 1. */
function chainIdOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : Number.NaN;
}
