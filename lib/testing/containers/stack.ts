import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@/lib/testing/servers/free-port';
import { until } from '@/lib/testing/until';
import { readComposeFile, runArguments } from './compose-file';
import type { Podman } from './podman';

/** Variables of `compose.yaml`. The password contains characters with a meaning in URLs, shells and YAML. */
export const VARIABLES = {
  POSTGRES_PASSWORD: `p@ss:w/rd%41$x'"# {}`,
  PROJECT_ID: 'containers',
  PROJECT_SERVER_KEY: 'server-key-of-the-containers',
  METRICS_TOKEN: 'metrics$token/of:the@containers',
};
const HEALTHY_MS = 60_000;
/** Time, in ms, in which the balancer resolves each name and checks each instance at least twice. */
const NAME_LOOKUP_MS = 3_000;
const NETWORK = 'satchel-test';

/** The services of `compose.yaml` in podman containers, on a separate network. */
export class Stack {
  private readonly file = readComposeFile(VARIABLES);
  base = '';

  constructor(private readonly podman: Podman) {}

  readonly container = (service: string) => `satchel-test-${service}`;

  get images(): string[] {
    return Object.values(this.file.services)
      .filter(({ build }) => !build)
      .map(({ image }) => image);
  }

  /** Starts all services in the order of their dependencies and waits until each is healthy. */
  async up(): Promise<void> {
    await this.podman.run('network', 'create', NETWORK);
    const port = await freePort();
    const { balancer } = this.file.services;
    if (balancer) balancer.ports = [`127.0.0.1:${port}:8080`];
    this.base = `http://127.0.0.1:${port}`;
    const started = new Set<string>();
    const start = async (name: string): Promise<void> => {
      if (started.has(name)) return;
      started.add(name);
      for (const needed of Object.keys(this.file.services[name]?.depends_on ?? {})) await start(needed);
      await this.create(name);
      await this.healthy(name);
    };
    for (const name of Object.keys(this.file.services)) await start(name);
  }

  /** Returns the environment variables of a service. */
  private environment(name: string): Record<string, string> {
    const values = Object.entries(this.file.services[name]?.environment ?? {});
    return Object.fromEntries(values.map(([key, value]) => [key, String(value)]));
  }

  /** Creates and starts the container of a service. */
  async create(name: string): Promise<void> {
    await this.podman.runWith(
      this.environment(name),
      'run',
      '--detach',
      ...['--name', this.container(name), '--hostname', name, '--network', NETWORK, '--network-alias', name],
      ...runArguments(this.file, name),
    );
  }

  /**
   * Waits until the health check of a service succeeds. If the service has none, uses the health check of its image.
   */
  healthy(name: string): Promise<void> {
    const [kind, ...words] = this.file.services[name]?.healthcheck?.test ?? [];
    const container = this.container(name);
    const check =
      kind === undefined
        ? ['healthcheck', 'run', container]
        : ['exec', container, ...(kind === 'CMD-SHELL' ? ['sh', '-c'] : []), ...words];
    const isHealthy = async () => {
      if (await this.podman.succeeds(...check)) return true;
      await sleep(200);
      return false;
    };
    return until(`${name} is healthy`, isHealthy, HEALTHY_MS);
  }

  /** Waits until the balancer has resolved the addresses of both instances again and uses both. */
  async balanced(): Promise<void> {
    // A restarted container can have a new address. Container engines report it as healthy only after 10 s.
    await sleep(NAME_LOOKUP_MS);
    const request =
      'exec 3<>/dev/tcp/127.0.0.1/8404 && printf "GET /instances HTTP/1.0\\r\\n\\r\\n" >&3 && cat <&3';
    const usesBoth = async () => {
      const answer = await this.exec('balancer', 'bash', '-c', request).catch(() => '');
      return answer.trimEnd().endsWith('\n2');
    };
    await until('the balancer uses both instances', usesBoth, HEALTHY_MS);
  }

  async stop(name: string): Promise<void> {
    await this.podman.run('stop', this.container(name));
  }

  async start(name: string): Promise<void> {
    await this.podman.run('start', this.container(name));
  }

  /** Replaces the container of a service with a new one, which gets a new address. Resolves to both addresses. */
  async recreate(name: string): Promise<{ before: string; after: string }> {
    const before = await this.address(name);
    await this.stop(name);
    await this.podman.run('rm', this.container(name));
    await this.create(name);
    await this.healthy(name);
    return { before, after: await this.address(name) };
  }

  async address(name: string): Promise<string> {
    const format = `{{(index .NetworkSettings.Networks "${NETWORK}").IPAddress}}`;
    return (await this.podman.run('inspect', '--format', format, this.container(name))).trim();
  }

  /** Kills the first process of a service with SIGKILL, as the kernel does when memory runs out. */
  async kill(name: string): Promise<void> {
    const pid = Number(await this.podman.run('inspect', '--format', '{{.State.Pid}}', this.container(name)));
    process.kill(pid, 'SIGKILL');
  }

  /** Runs a program in the container of a service; resolves to its output. */
  exec(name: string, ...words: string[]): Promise<string> {
    return this.podman.run('exec', this.container(name), ...words);
  }

  /** Runs a command in a new container, with the image, network and environment of the instances. */
  async command(...words: string[]): Promise<string> {
    const args = runArguments(this.file, 'satchel-1').filter(
      (word, at, all) => word !== '--restart' && all[at - 1] !== '--restart',
    );
    return this.podman.runWith(
      this.environment('satchel-1'),
      'run',
      '--rm',
      '--network',
      NETWORK,
      ...args,
      ...words,
    );
  }

  /** Returns the last lines of a service's log. */
  async log(name: string): Promise<string> {
    return this.podman.run('logs', '--tail', '20', this.container(name)).catch(String);
  }

  /** Removes all containers, the network and the volume, including those of an interrupted run. */
  async down(): Promise<void> {
    for (const name of Object.keys(this.file.services))
      await this.podman.succeeds('rm', '--force', '--time', '0', '--ignore', this.container(name));
    await this.podman.succeeds('network', 'rm', '--force', NETWORK);
    await this.podman.succeeds('volume', 'rm', '--force', 'satchel_postgres');
  }
}
