/** Wallets of the embedded sample network (chain 104). Safe in the browser. */

/** Tokens, NFTs and oddities of every kind. */
export const SAMPLE_WALLET = '4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby';
/** Two items: the example of the documentation. */
export const SAMPLE_TINY_WALLET = 'GgaN6qzXquicew2a7zwrW2akFdEJrVycXaraiYJxsP3A';
/** An account that does not exist. */
export const SAMPLE_EMPTY_WALLET = 'DKeN8ELZUgMdG1a8gGykeymBr89sZttGFsHKMnapXMgM';
/** 10,000 NFTs, made on the fly. */
export const SAMPLE_BIG_WALLET = '6uxdbTvXR8dDtUBETyUEx9ECZm8w99un67SkBJ1swMFf';
/** A name on the sample network; it leads to `SAMPLE_WALLET`. */
export const SAMPLE_NAME = 'satchel.sol';

/** Reserved host of the sample's documents and pictures: never asked for over the network. */
export const SAMPLE_HOST = 'sample.satchel.example';

const PICTURES = `https://${SAMPLE_HOST}/`;
const PICTURE = /^([a-z0-9-]+)\.png$/;

/**
 * Where this server itself has a picture of the sample (`public/sample`), as WebP like every picture that it shows;
 * undefined for any other URL.
 */
export function samplePicturePath(url: string): string | undefined {
  if (!url.startsWith(PICTURES)) return undefined;
  const [, name] = PICTURE.exec(url.slice(PICTURES.length)) ?? [];
  return name === undefined ? undefined : `/sample/${name}.webp`;
}
