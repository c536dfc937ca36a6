import sharp from 'sharp';

// Entry point of the process that decodes untrusted images for lib/server/images/image-process.ts.

sharp.cache(false);
sharp.concurrency(1);

/**
 * Maximum number of pixels by format, at up to 8 bits per sample; half of it for deeper samples. Decoding takes up to
 * 400 MB (a progressive JPEG in CMYK, an AVIF with an alpha channel). AVIF takes 18 bytes per pixel, others up to 9.
 */
const MAX_PIXELS = new Map([
  ['png', 40_000_000],
  ['jpeg', 40_000_000],
  ['gif', 40_000_000],
  ['webp', 40_000_000],
  ['heif', 16_000_000],
]);

/** Decodes an image and encodes it as a WebP. Checks its header first, which takes no memory per pixel. */
async function thumbnailOf(image: Uint8Array, width: number): Promise<Uint8Array> {
  const input = sharp(image, {
    limitInputPixels: Math.max(...MAX_PIXELS.values()),
    failOn: 'error',
    // Only the first frame is decoded.
    pages: 1,
    sequentialRead: true,
  });
  const header = await input.metadata();
  const isDeep = (header.bitsPerSample ?? 8) > 8;
  const maxPixels = (MAX_PIXELS.get(header.format) ?? 0) / (isDeep ? 2 : 1);
  if (header.width * header.height > maxPixels) throw new Error('too large');
  return input
    .rotate()
    .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 2 })
    .toBuffer();
}

process.on('message', async ({ image, width }: { image: Uint8Array; width: number }) => {
  try {
    process.send?.({ thumbnail: await thumbnailOf(image, width) });
  } catch {
    process.send?.({ error: 'undecodable' });
  }
});
process.on('disconnect', () => process.exit(0));
