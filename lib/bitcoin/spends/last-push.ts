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
