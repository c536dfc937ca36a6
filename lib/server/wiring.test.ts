import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createImageLinks } from '@/lib/server/images/image-endpoints';
import { pictureRoute } from '@/lib/server/routes/image-routes';
import { runService } from '@/lib/testing/servers/running-service';
import { TEST_PROJECT } from '@/lib/testing/servers/service-parts';

const made: string[] = [];
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'satchel-wiring-'));
  made.push(path);
  return path;
};
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

const IMAGE = 'http://127.0.0.1:9/1.png';

/** Returns the link that a service with this environment creates for a fixed image. */
async function linkOf(env: Record<string, string>): Promise<string> {
  const running = await runService(env);
  try {
    return running.service.imageLinks.image(IMAGE);
  } finally {
    await running.stop();
  }
}

describe('the secret that signs links to images', () => {
  it('the secret that signs image links is specific to a store, and survives a restart and a change of the server key', async () => {
    const DATA_DIR = folder();
    const link = await linkOf({ DATA_DIR });
    expect(await linkOf({ DATA_DIR })).toBe(link);
    expect(await linkOf({ DATA_DIR, PROJECT_SERVER_KEY: 'another-key-of-24-characters' })).toBe(link);
    expect(await linkOf({ DATA_DIR: folder() })).not.toBe(link);
  });

  it('an image link signed with a server key is rejected', async () => {
    const running = await runService();
    const open = async (link: string) => {
      const [, , sig = '', url = ''] = link.split('/');
      const params = Promise.resolve({ sig, url });
      const answer = await pictureRoute(new Request(`http://localhost${link}`), { params });
      return answer.headers.get('x-picture-error');
    };
    try {
      expect(await open(createImageLinks(TEST_PROJECT.serverKey).image(IMAGE))).toBe('not-named');
      expect(await open(running.service.imageLinks.image(IMAGE))).not.toBe('not-named');
    } finally {
      await running.stop();
    }
  });
});
