/** Decodes UTF-8 bytes as text. Skips a byte order mark, which some programs send before JSON. */
export function utf8Text(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('utf8', marked ? 3 : 0);
}
