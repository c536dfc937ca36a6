/** Wallets of the embedded sample network (chain 104). Safe in the browser. */

/** A wallet with tokens, NFTs and edge cases of every kind. */
export const SAMPLE_WALLET = '4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby';
/** A typical wallet: ordinary balances, tokens, and NFTs of three verified collections. */
export const SAMPLE_SHOWCASE_WALLET = 'J6WCGY8xu6LqD2vAV9ZyG3kzi53tZPx15gb98PHL6jDR';
/** A wallet with two items, used as an example in the documentation. */
export const SAMPLE_TINY_WALLET = 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A';
/** A wallet whose account does not exist. */
export const SAMPLE_EMPTY_WALLET = 'DKeN8ELZUgMdG1a8gGykeymBr89sZttGFsHKMnapXMgM';
/** A wallet with 10,000 NFTs, generated on demand. */
export const SAMPLE_BIG_WALLET = '6uxdbTvXR8dDtUBETyUEx9ECZm8w99un67SkBJ1swMFf';
/** A `.sol` name on the sample network that resolves to `SAMPLE_WALLET`. */
export const SAMPLE_NAME = 'satchel.sol';

/** Reserved host name for the sample's documents and images, which is never requested over the network. */
export const SAMPLE_HOST = 'sample.satchel.example';

const IMAGES = `https://${SAMPLE_HOST}/`;
const IMAGE_NAME = /^([a-z0-9-]+)\.png$/;

/**
 * Returns the path of a sample image on this server (`public/sample`), as WebP like all displayed images; undefined for
 * any other URL.
 */
export function sampleImagePath(url: string): string | undefined {
  if (!url.startsWith(IMAGES)) return undefined;
  const [, name] = IMAGE_NAME.exec(url.slice(IMAGES.length)) ?? [];
  return name === undefined ? undefined : `/sample/${name}.webp`;
}
