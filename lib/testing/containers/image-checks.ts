import { readFileSync } from 'node:fs';
import type { Podman } from './podman';
import type { Results } from './results';
import type { Stack } from './stack';

/** Maximum unpacked size of the image, in bytes, as reported by `podman images`. */
const MAX_BYTES = 300e6;
const IMAGE = 'satchel:local';

type Inspected = { Size: number; User: string; Labels: Record<string, string>; Healthcheck?: object };

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Checks the contents, user, labels and size of the service's image. */
export async function checkImage(podman: Podman, results: Results): Promise<void> {
  const [image] = JSON.parse(await podman.run('image', 'inspect', IMAGE)) as Inspected[];
  if (!image) throw new Error('there is no image');
  const inImage = (script: string) => podman.run('run', '--rm', '--entrypoint', 'sh', IMAGE, '-c', script);
  const folders = ['/usr/local/bin/node', '/app/node_modules', '/app/.next', '/app/dist', '/app/public'];
  const sizes = await inImage(`du -s --apparent-size --block-size=1 ${folders.join(' ')}`);
  const parts = [...sizes.matchAll(/^(\d+)\s+(\S+)$/gm)].map(
    ([, bytes, path]) => `${path} ${megabytes(Number(bytes))}`,
  );
  const total = megabytes(image.Size);
  results.expect('size of the image', image.Size <= MAX_BYTES, `${total}, of which ${parts.join(', ')}`);
  results.expect(
    'user of the image',
    image.User === '10001:10001',
    `${image.User}: ${(await inImage('id')).trim()}`,
  );
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const label = (name: string) => image.Labels[`org.opencontainers.image.${name}`];
  results.expect(
    'labels of the image',
    label('version') === version && label('licenses') === 'MIT' && label('title') === 'Satchel',
    `${label('title')} ${label('version')}, ${label('licenses')}`,
  );
  results.expect('health check of the image', image.Healthcheck !== undefined, 'GET /health');
  const licenses = await inImage(
    'ls LICENSE lib/commands/image/licenses/LGPL-3.0.txt node_modules/@img/sharp-libvips-*/README.md node_modules/next/license.md node_modules/zod/LICENSE /usr/local/share/doc/node/LICENSE',
  );
  results.expect('licenses in the image', true, licenses.trim().split('\n').join(', '));
  const tools = await inImage(
    'for tool in npm npx tsc next curl gcc; do command -v $tool; done; ls -d node_modules/typescript/lib 2>/dev/null || true',
  );
  results.expect('programs that are not needed at run time', tools.trim() === '', tools.trim() || 'none');
}

/** Checks that V8's heap limit, under the memory limit of `compose.yaml`, is high enough and leaves a reserve. */
export async function checkMemory(stack: Stack, results: Results): Promise<void> {
  const heap = 'v8.getHeapStatistics().heap_size_limit';
  const bytes = Number(await stack.exec('satchel-1', 'node', '-p', heap));
  // The API process, its worker thread and the web process together use at most two heaps.
  const isSafe = bytes >= 512e6 && 2 * bytes <= 2 * 1024 ** 3 - 256e6;
  results.expect('heap of the API process, of 2 GiB of memory', isSafe, megabytes(bytes));
}

/** Checks the commands in the image, against the store of the running stack. */
export async function checkCommands(stack: Stack, results: Results): Promise<void> {
  const listed = await stack.command('project', 'list');
  results.expect(
    'docker run … project list',
    /^containers .* alive/m.test(listed),
    listed.trim().split('\n').at(-1) ?? '',
  );
  await stack.command('project', 'set', 'containers', '--limit', '1000000');
  const used = await stack.command('project', 'usage', 'containers');
  results.expect('docker run … project usage', used !== '', used.trim().split('\n')[0] ?? '');
  const outcomes = await Promise.all(
    [['--check-config'], ['store', '--help'], ['doctor', '--help'], ['projct', 'list']].map(async (words) => [
      words.join(' '),
      await stack.command(...words).then(
        () => 'succeeded',
        (error) => (/unknown command/.test(error.message) ? 'refused' : `failed: ${error.message}`),
      ),
    ]),
  );
  for (const [words = '', outcome = ''] of outcomes)
    results.expect(
      `docker run … ${words}`,
      outcome === (words === 'projct list' ? 'refused' : 'succeeded'),
      outcome,
    );
}
