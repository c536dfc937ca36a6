import { readFileSync } from 'node:fs';
import decodeQr from 'qr/decode.js';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { Qr } from './qr';

const { vectors } = JSON.parse(
  readFileSync(new URL('../../lib/bitcoin/vectors/keys.json', import.meta.url), 'utf8'),
) as { vectors: { addresses: Record<string, Record<string, string>> }[] };
const addresses = vectors.flatMap((vector) =>
  Object.values(vector.addresses).flatMap((forms) => Object.values(forms)),
);

const markupOf = (text: string) => renderToStaticMarkup(<Qr text={text} title="An address" />);

/** Renders the QR code as pixels and decodes them with an independent package. */
async function scan(markup: string): Promise<string> {
  const svg = markup.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(256, 256)
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQr({ width: info.width, height: info.height, data });
}

describe('the QR code of an address', () => {
  it('the QR code of an address decodes to that address, for every address form and network', async () => {
    expect(addresses.length).toBeGreaterThan(50);
    for (const address of addresses) expect(await scan(markupOf(address))).toBe(address);
  });

  it('the QR code has a margin of four light modules on every side', () => {
    const markup = markupOf('bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u');
    const size = Number(/viewBox="0 0 (\d+) \1"/.exec(markup)?.[1]);
    let [x, line] = [0, -1];
    const dark = [...markup.matchAll(/m(-?\d+) (\d+)h(\d+)/g)].flatMap(([, right, down, run]) => {
      x += Number(right);
      line += Number(down);
      const first = [x, line];
      x += Number(run);
      return [first, [x - 1, line]];
    });
    expect(size).toBe(29 + 8);
    for (const axis of [0, 1]) {
      expect(Math.min(...dark.map((module) => module[axis] ?? 0))).toBe(4);
      expect(Math.max(...dark.map((module) => module[axis] ?? 0))).toBe(size - 5);
    }
  });

  it('the QR code has an accessible name', () => {
    const markup = markupOf('bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u');
    expect(markup).toContain('role="img"');
    expect(markup).toContain('aria-label="An address"');
    expect(markup).toContain('<title>An address</title>');
  });
});
