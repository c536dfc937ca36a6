import { type BtcAddressInfo, parseBtcAddress } from '../address';
import { isProven, matchAddress } from '../address-match';
import { hash160, scriptHashOf } from '../addresses-of-key';
import { parseBtcPublicKey } from '../public-key';

/**
 * What the inputs of a transaction reveal about an address: its public key (compressed, lower-case hex), or only
 * whether any input spends from the address.
 */
export type Spend = { publicKey: string } | { publicKey: undefined; spends: boolean };

/** An address whose spends reveal its public key. */
export type KeyHashAddress = {
  info: BtcAddressInfo;
  /** The address's output script in lower-case hex, which identifies inputs that spend from it. */
  script: string;
};

/** Opcodes before and after the hash in output scripts, for the address types whose spends reveal a key. */
const SCRIPTS: Partial<Record<BtcAddressInfo['type'], readonly [before: string, after: string]>> = {
  p2pkh: ['76a914', '88ac'],
  p2sh: ['a914', '87'],
  p2wpkh: ['0014', ''],
};

/**
 * Parses an address whose spends reveal its key: P2PKH, P2WPKH, or P2SH, which may be P2SH-P2WPKH. Returns undefined
 * for other types: taproot reveals a tweaked key, P2WSH a script.
 * @throws InvalidInputError if the address is malformed
 */
export function keyHashAddress(address: string): KeyHashAddress | undefined {
  const info = parseBtcAddress(address);
  const around = SCRIPTS[info.type];
  if (around === undefined) return undefined;
  return { info, script: `${around[0]}${Buffer.from(info.payload).toString('hex')}${around[1]}` };
}

/**
 * Finds the key of an address in an untrusted transaction. A key counts only if it is on the curve and hashes to the
 * address (contract §4).
 * @param inputs `vin` of a transaction from Esplora
 */
export function keyInInputs(address: KeyHashAddress, inputs: readonly unknown[]): Spend {
  let spends = false;
  for (const input of inputs) {
    if (!isInput(input) || !spendsFrom(address, input)) continue;
    spends = true;
    const publicKey = provenKey(address, input);
    if (publicKey !== undefined) return { publicKey };
  }
  return { publicKey: undefined, spends };
}

type Input = { prevout?: unknown; scriptsig?: unknown; witness?: unknown };

const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null;

function spendsFrom({ info, script }: KeyHashAddress, { prevout }: Input): boolean {
  if (typeof prevout !== 'object' || prevout === null) return false;
  const { scriptpubkey, scriptpubkey_address } = prevout as Record<string, unknown>;
  return scriptpubkey === script || scriptpubkey_address === info.address;
}

function provenKey({ info }: KeyHashAddress, input: Input): string | undefined {
  const shown = info.type === 'p2pkh' ? keyOfScript(input.scriptsig) : keyOfWitness(input.witness);
  // Check the hash first: the curve check takes a hundred times as long.
  if (shown === undefined || !hashesTo(info, shown)) return undefined;
  try {
    const publicKey = parseBtcPublicKey(Buffer.from(shown).toString('hex'));
    return isProven(matchAddress(publicKey, info)) ? publicKey : undefined;
  } catch {
    return undefined; // A hybrid key, or not a point on the curve.
  }
}

function keyOfScript(scriptsig: unknown): Uint8Array | undefined {
  return typeof scriptsig === 'string' ? lastPush(scriptsig) : undefined;
}

/**
 * Returns the second of exactly two witness items, a signature and a key (BIP-141, the same for P2WPKH and
 * P2SH-P2WPKH).
 */
function keyOfWitness(witness: unknown): Uint8Array | undefined {
  if (!Array.isArray(witness) || witness.length !== 2) return undefined;
  const key: unknown = witness[1];
  return typeof key === 'string' && key.length <= 130 ? Buffer.from(key, 'hex') : undefined;
}

/** Checks whether the revealed bytes hash to the address. */
function hashesTo({ type, payload }: BtcAddressInfo, shown: Uint8Array): boolean {
  if (shown.length !== 33 && shown.length !== 65) return false;
  const keyHash = hash160(shown);
  return (type === 'p2sh' ? scriptHashOf(keyHash) : keyHash).equals(payload);
}

/** Maximum length of a script that the network accepts (Bitcoin Core, `MAX_SCRIPT_SIZE`). */
const MAX_SCRIPT_BYTES = 10_000;

const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA4 = 0x4e;
const OP_16 = 0x60;

/**
 * Returns the last push of a push-only script. In a P2PKH input, the last push is the public key.
 * @param hex the script; anything after the first non-hex character is ignored
 * @returns undefined for a script with other operations, an incomplete push, or too many bytes
 */
export function lastPush(hex: string): Uint8Array | undefined {
  if (hex.length > 2 * MAX_SCRIPT_BYTES) return undefined;
  const script = Buffer.from(hex, 'hex');
  let last: Uint8Array | undefined;
  let at = 0;
  while (at < script.length) {
    const opcode = script[at] as number;
    if (opcode > OP_16) return undefined;
    const start = at + 1 + sizeBytes(opcode);
    if (start > script.length) return undefined;
    const end = start + pushedBytes(script, at, opcode);
    if (end > script.length) return undefined;
    last = script.subarray(start, end);
    at = end;
  }
  return last;
}

/** Returns the number of size bytes that follow a push opcode. */
function sizeBytes(opcode: number): number {
  return opcode < OP_PUSHDATA1 || opcode > OP_PUSHDATA4 ? 0 : 1 << (opcode - OP_PUSHDATA1);
}

/** Returns the number of bytes pushed; 0 for the small-number opcodes, whose value is not needed. */
function pushedBytes(script: Buffer, at: number, opcode: number): number {
  if (opcode < OP_PUSHDATA1) return opcode;
  return opcode > OP_PUSHDATA4 ? 0 : script.readUIntLE(at + 1, sizeBytes(opcode));
}
