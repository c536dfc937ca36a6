import { expect, type Page } from '@playwright/test';
import { HOST_PORT, UNTRUSTED_WALLET } from './run-settings';
import { test } from './test';

// Tests images and audio files from untrusted hosts, which browsers load only through the service.

const GALLERY = `/account/${UNTRUSTED_WALLET}?chain=102&tab=nfts`;
const card = (page: Page, n: number) => page.locator('a[data-card]').filter({ hasText: `NFT #${n}` });
const open = async (page: Page, n: number) => {
  await card(page, n).click();
  await expect(page.getByRole('heading', { level: 1, name: `NFT #${n}` })).toBeVisible();
};

test('an image is served as a small WebP that a matching ETag answers with a 304, an SVG is sandboxed without scripts, and a failed image shows a reason', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) foreign.push(request.url());
  });
  /** Headers of the responses with images, by the name of the document. */
  const images = new Map<string, Record<string, string>>();
  page.on('response', async (response) => {
    const path = /\/picture\/[^/]+\/([^?]+)/.exec(response.url())?.[1];
    if (path)
      images.set(Buffer.from(path, 'base64url').toString().split('/').at(-1) ?? '', response.headers());
  });
  await page.goto(GALLERY);
  const image = card(page, 0).locator('img');
  await expect(image).toHaveAttribute('src', /^\/picture\//);
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(256);
  await expect.poll(() => images.get('0.json')?.['content-type']).toBe('image/webp');
  await expect.poll(() => images.get('1.json')?.['content-security-policy']).toContain('sandbox');
  await expect(card(page, 2).getByText('The image is no longer on its host')).toBeVisible();
  await expect(card(page, 3).getByText('The URL doesn’t lead to an image')).toBeVisible();
  await expect(page).toHaveTitle(/Solana testnet/);
  expect(foreign).toEqual([]);
  const src = (await image.getAttribute('src')) ?? '';
  const first = await page.request.get(src);
  const tag = first.headers().etag ?? '';
  expect((await first.body()).length).toBeGreaterThan(100);
  const again = await page.request.get(src, { headers: { 'If-None-Match': tag } });
  expect([again.status(), (await again.body()).length, again.headers().etag]).toEqual([304, 0, tag]);
  const other = await page.request.get(src, { headers: { 'If-None-Match': '"other"' } });
  expect(other.status()).toBe(200);
});

test('an audio file is requested only after a click, with a Range header and through Satchel’s own server', async ({
  page,
}) => {
  const media: { range: string | undefined; status: number }[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/media/'))
      media.push({ range: response.request().headers().range, status: response.status() });
  });
  await page.goto(GALLERY);
  await open(page, 0);
  await page.waitForLoadState('networkidle');
  expect(media).toEqual([]);
  await page.getByRole('button', { name: `Play audio from 127.0.0.1:${HOST_PORT}` }).click();
  const audio = page.locator('audio');
  await expect.poll(() => audio.evaluate((each: HTMLAudioElement) => each.duration)).toBeCloseTo(2, 1);
  expect(media[0]).toEqual({ range: 'bytes=0-', status: 206 });
});

test('a missing, oversized or invalid media file is replaced by a link that names its host', async ({
  page,
}) => {
  await page.goto(GALLERY);
  for (const [n, kind, file] of [
    [2, 'video', 'gone.mp4'],
    [4, 'audio', 'large.mp3'],
  ] as const) {
    await open(page, n);
    await page.getByRole('button', { name: `Play ${kind}` }).click();
    await expect(page.getByText(`The ${kind} could not be played here.`)).toBeVisible();
    await expect(page.getByRole('link', { name: `Open it at 127.0.0.1:${HOST_PORT}` })).toHaveAttribute(
      'href',
      `http://127.0.0.1:${HOST_PORT}/${file}`,
    );
    await page.goBack();
  }
  await open(page, 3);
  await expect(page.getByRole('link', { name: /Interactive content at/ })).toBeVisible();
});
