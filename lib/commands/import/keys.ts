import { parseBtcAddress } from '@/lib/bitcoin/address';
import { isProven, matchAddress } from '@/lib/bitcoin/address-match';
import { programsOfKeys, recordedAddresses } from '@/lib/bitcoin/addresses-of-key';
import { parseBtcPublicKey } from '@/lib/bitcoin/public-key';
import { uncompressedKey } from '@/lib/bitcoin/uncompressed-key';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import { calculateKeyAccounts } from '@/lib/btc-account/derive-account';
import type { BulkKey } from '@/lib/store/bulk';
import { MAX_LINE_BYTES } from './block-buffer';
import { LineError, type LineFields, type LineFormat, readLine } from './lines';

/** Lines to work out, in a row. */
export type ImportJob = {
  text: string;
  /** Number of the first line in the file, from 1. */
  firstLine: number;
  /** Numbers of lines that were too long to be read, and are empty in `text`. */
  tooLong: readonly number[];
  format: LineFormat;
  defaultChainId: number;
  /** Chains that a line may name. */
  servedChainIds: readonly number[];
  now: number;
};

/** What a line could not be, or not wholly (`imported`: its key was, its address was not). */
export type ImportNote = { line: number; reason: string; message: string; imported: boolean };

export type ImportResult = { keys: BulkKey[]; notes: ImportNote[]; lines: number };

type Checked = {
  publicKey: string;
  point: Buffer;
  btcAddress: string | undefined;
  chainIds: number[];
  line: number;
};

/** Works out the accounts and addresses of a stretch of lines. Pure: it may run in any thread. */
export function importKeys(job: ImportJob): ImportResult {
  const lines = job.text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const served = new Set(job.servedChainIds);
  const notes = job.tooLong.map(lineTooLong);
  const checked: Checked[] = [];
  for (const [i, text] of lines.entries()) {
    const line = job.firstLine + i;
    try {
      const fields = readLine(text, job.format);
      if (fields) checked.push({ ...check(fields, job.defaultChainId, served), line });
    } catch (thrown) {
      const { reason = 'invalid-line', message } = thrown as LineError;
      notes.push({ line, reason, message, imported: false });
    }
  }
  const programs = programsOfKeys(checked.map(({ point }) => point));
  const keys = checked.map(({ publicKey, point, btcAddress, chainIds, line }, i): BulkKey => {
    const addresses = recordedAddresses(programs[i] as (typeof programs)[number]);
    const { smartAccountAddresses } = calculateKeyAccounts(point);
    const proven = btcAddress !== undefined && isProven(matchAddress(publicKey, btcAddress));
    if (btcAddress !== undefined && !proven)
      notes.push({
        line,
        reason: 'address-not-proven',
        message: `The key ${publicKey} was imported; it does not prove the address ${btcAddress}`,
        imported: true,
      });
    const places = chainIds.flatMap((chainId) =>
      ACCOUNT_VERSION_NAMES.map((version) => ({ chainId, version })),
    );
    const beyond = proven && !addresses.includes(btcAddress) ? btcAddress : undefined;
    return {
      publicKey,
      createdAt: job.now,
      addresses,
      accounts: places.map(({ chainId, version }) => ({
        chainId,
        version,
        accountAddress: smartAccountAddresses[version],
        createdAt: job.now,
        updatedAt: job.now,
      })),
      proven:
        beyond === undefined
          ? []
          : places.map((place) => ({ ...place, address: beyond, createdAt: job.now })),
      spends: [],
    };
  });
  return { keys, notes: notes.sort((a, b) => a.line - b.line), lines: lines.length };
}

function lineTooLong(line: number): ImportNote {
  const message = `The line is longer than ${MAX_LINE_BYTES / 1024} KiB`;
  return { line, reason: 'line-too-long', message, imported: false };
}

/** A chain id as a number or its digits: `Number` would read `true` as 1. */
function chainIdOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : Number.NaN;
}

function check(fields: LineFields, defaultChainId: number, served: ReadonlySet<number>) {
  const chainIds = fields.chainIds.map(chainIdOf);
  for (const [i, chainId] of chainIds.entries())
    if (!served.has(chainId))
      throw new LineError(
        'unsupported-chain',
        `Unsupported chainId: ${String(fields.chainIds[i]).slice(0, 40)}`,
      );
  const btcAddress = fields.btcAddress === undefined ? undefined : parseBtcAddress(fields.btcAddress).address;
  return {
    ...readKey(fields.publicKey),
    btcAddress,
    chainIds: chainIds.length === 0 ? [defaultChainId] : [...new Set(chainIds)],
  };
}

/** OpenSSL checks the curve while it decompresses, so keys in the usual form need no check before that. */
function readKey(text: string): { publicKey: string; point: Buffer } {
  if (/^0[23][0-9a-f]{64}$/.test(text))
    try {
      return { publicKey: text, point: uncompressedKey(text) };
    } catch {}
  const publicKey = parseBtcPublicKey(text); // throws with the reason
  return { publicKey, point: uncompressedKey(publicKey) };
}
