import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, succeeds } from './run-program';

/** Where the images and containers of this test are, apart from the machine's own. */
const STORAGE = '/var/lib/satchel-test-containers';

/** Limits are those that a machine without systemd can set; such a machine has no journal for events either. */
const SETTINGS = `[containers]
default_ulimits = ["nofile=16384:16384", "nproc=16384:16384"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
[network]
network_backend = "netavark"
network_config_dir = "${STORAGE}/networks"
`;
const STORAGE_SETTINGS = `[storage]
driver = "overlay"
graphroot = "${STORAGE}/images"
runroot = "/run/satchel-test-containers"
`;

/** Rootful Podman with separate storage. */
export class Podman {
  private readonly env: Record<string, string>;

  constructor() {
    mkdirSync(join(STORAGE, 'networks'), { recursive: true });
    const settings = join(STORAGE, 'containers.conf');
    const storage = join(STORAGE, 'storage.conf');
    writeFileSync(settings, SETTINGS);
    writeFileSync(storage, STORAGE_SETTINGS);
    this.env = { CONTAINERS_CONF: settings, CONTAINERS_STORAGE_CONF: storage };
  }

  /** Runs a command to its end; resolves to its stdout. @throws Error if it fails */
  run(...args: string[]): Promise<string> {
    return run('podman', args, this.env);
  }

  /** Like `run`, with variables for `--env NAME`. */
  runWith(env: Record<string, string>, ...args: string[]): Promise<string> {
    return run('podman', args, { ...this.env, ...env });
  }

  succeeds(...args: string[]): Promise<boolean> {
    return succeeds('podman', args, this.env);
  }

  /**
   * Builds an image from the folder's Dockerfile. `chroot` isolation needs no namespaces; only Docker's format has
   * health checks.
   */
  async build(folder: string, tag: string): Promise<void> {
    const options = ['--isolation=chroot', '--format=docker', '--pull=never'];
    await this.run('build', ...options, '--tag', tag, folder);
  }
}
