import 'server-only';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { abortable, linkedSignal } from '@/lib/promises/request-scope';
import { MONO_400, SANS_400, SANS_600 } from '@/lib/server/images/share-image-fonts.generated';
import { projectRoot } from '@/lib/server/internal-env';
import { getService } from '@/lib/server/shared-service';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { sampleImagePath } from '@/lib/solana/sample-addresses';

/** Width and height of a thumbnail in a share image, in pixels. */
const WIDTH = 256;

const bytes = (base64: string) => {
  const { buffer, byteOffset, byteLength } = Buffer.from(base64, 'base64');
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
};

/** Loads the bundled fonts of share images. Callers must remove characters that the fonts lack from the text. */
export function ogFonts() {
  return [
    { name: 'Plex Sans', data: bytes(SANS_400), weight: 400 as const, style: 'normal' as const },
    { name: 'Plex Sans', data: bytes(SANS_600), weight: 600 as const, style: 'normal' as const },
    { name: 'Plex Mono', data: bytes(MONO_400), weight: 400 as const, style: 'normal' as const },
  ];
}

type Pictured = Pick<ExtendedNft, 'image'> & Partial<Pick<ExtendedNft, 'metadata'>>;

/** Returns the first `most` different images of items that load in time, as PNG data URLs. */
export async function ogImages(items: readonly Pictured[], most: number): Promise<string[]> {
  // A short timeout: the crawlers that request share images do not wait long.
  const { signal, clear } = linkedSignal(undefined, { timeoutMs: 2_500 });
  const originOf = ({ image, metadata }: Pictured) => image || (metadata?.data.uri ?? '');
  const byOrigin = new Map(items.map((item) => [originOf(item), item]));
  byOrigin.delete('');
  const { images } = await getService();
  const made = await Promise.all(
    [...byOrigin].slice(0, most * 2).map(([origin, { image }]) => {
      const drawn = async () =>
        pngOf(image || ((await images?.imageOfDocument(origin, signal)) ?? ''), signal);
      return abortable(drawn(), signal).catch(() => undefined);
    }),
  );
  clear();
  return [...new Set(made)].filter((each) => each !== undefined).slice(0, most);
}

async function pngOf(url: string, signal: AbortSignal): Promise<string | undefined> {
  const raster = await rasterOf(url, signal);
  if (raster === undefined) return undefined;
  const png = await sharp(raster).resize(WIDTH, WIDTH, { fit: 'cover' }).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Returns the bytes of a sample image or a thumbnail, never bytes from an untrusted host. */
async function rasterOf(url: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const own = sampleImagePath(url);
  if (own !== undefined) return readFile(join(/*turbopackIgnore: true*/ projectRoot(), 'public', own));
  if (!/^https:/.test(url)) return undefined;
  const { images } = await getService();
  const shown = await images?.image(url, WIDTH, { name: 'share images', signal });
  return shown?.contentType === 'image/webp' ? shown.body : undefined;
}
