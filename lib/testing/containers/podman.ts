import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFulfilled } from '@/lib/testing/until';

/** Folder for this test's images and containers, separate from the machine's own. */
const STORAGE = '/var/lib/satchel-test-containers';

/** Configuration that works without systemd: lower limits, and no journal for events. */
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

/**
 * Runs a program and waits until it ends. Resolves to its stdout.
 * @param env variables added to this process's environment
 * @throws Error with the end of the program's output if the program fails
 */
export function runProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const output = `${stdout}${stderr}`.trim().slice(-2_000);
      reject(new Error(`${program} ${args.slice(0, 3).join(' ')} failed: ${output || error.message}`));
    });
  });
}

/** Podman as root, with its own storage folder. */
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

  /**
   * Runs a podman command and waits until it ends. Resolves to its stdout.
   * @throws Error if the command fails
   */
  run(...args: string[]): Promise<string> {
    return runProgram('podman', args, this.env);
  }

  /** Like `run`, with additional environment variables, which `--env NAME` passes to the container. */
  runWith(env: Record<string, string>, ...args: string[]): Promise<string> {
    return runProgram('podman', args, { ...this.env, ...env });
  }

  succeeds(...args: string[]): Promise<boolean> {
    return isFulfilled(this.run(...args));
  }

  /**
   * Builds an image from the folder's Dockerfile. Uses `chroot` isolation, which needs no namespaces, and Docker's
   * image format, which is the only one with health checks.
   */
  async build(folder: string, tag: string): Promise<void> {
    const options = ['--isolation=chroot', '--format=docker', '--pull=never'];
    await this.run('build', ...options, '--tag', tag, folder);
  }
}
