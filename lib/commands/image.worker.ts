import sharp from 'sharp';

// Entry point of the process that decodes untrusted images for lib/server/images/image-process.ts.

sharp.cache(false);
sharp.concurrency(1);

process.on('message', async ({ image, width }: { image: Uint8Array; width: number }) => {
  try {
    const thumbnail = await sharp(image, {
      // Rejects decompression bombs, such as images of 30,000 × 30,000 pixels, by their header.
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
