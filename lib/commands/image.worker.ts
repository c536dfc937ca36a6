import sharp from 'sharp';

// Entry point of the process that decodes untrusted images (lib/server/images/image-process.ts). It can be killed at
// any time.

sharp.cache(false);
sharp.concurrency(1);

process.on('message', async ({ image, width }: { image: Uint8Array; width: number }) => {
  try {
    const thumbnail = await sharp(image, {
      // A decompression bomb of 30,000 × 30,000 pixels is rejected based on its header.
      limitInputPixels: 40_000_000,
      failOn: 'error',
      pages: 1,
      sequentialRead: true,
    })
      .rotate()
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78, effort: 2 })
      .toBuffer();
    process.send?.({ thumbnail });
  } catch {
    process.send?.({ error: 'undecodable' });
  }
});
process.on('disconnect', () => process.exit(0));
