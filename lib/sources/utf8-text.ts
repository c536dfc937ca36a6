const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Decodes UTF-8 without its byte order mark, which some servers send before JSON. */
export const utf8Text = (bytes: Buffer): string =>
  bytes.toString('utf8', bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0);
