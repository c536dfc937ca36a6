import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

type Values = Record<string, string | number>;

/** A service of `compose.yaml`. */
export type ComposeService = {
  image: string;
  depends_on?: Record<string, { condition: 'service_healthy' }>;
  build?: string;
  restart: string;
  stop_grace_period: string;
  init?: boolean;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit: string;
  environment?: Values;
  ports?: string[];
  volumes?: string[];
  configs?: { source: string; target: string }[];
  command?: string[];
  healthcheck?: { test: string[]; interval: string; timeout: string; retries: number };
};

type ComposeFile = { services: Record<string, ComposeService>; configs: Record<string, { file: string }> };

/**
 * Replaces `${NAME:-default}`, `${NAME:?message}` and `$$` as Compose does.
 * @throws Error if a required variable is missing
 */
function interpolate(text: string, env: Record<string, string>): string {
  return text.replace(/\$\$|\$\{[^{}]*\}/g, (match) => {
    if (match === '$$') return '$';
    const [name = '', ...rest] = match.slice(2, -1).split(':');
    const fallback = rest.join(':');
    const value = env[name] ?? '';
    if (value !== '' || fallback === '') return value;
    if (fallback.startsWith('-')) return fallback.slice(1);
    throw new Error(`${name}: ${fallback.slice(1)}`);
  });
}

/** Reads `compose.yaml` and replaces variables with their values in `env`. */
export function readComposeFile(env: Record<string, string>): ComposeFile {
  const reviver = (_key: unknown, value: unknown) =>
    typeof value === 'string' ? interpolate(value, env) : value;
  return parse(readFileSync('compose.yaml', 'utf8'), reviver, { merge: true });
}

const repeated = (option: string, values: readonly string[] = []) =>
  values.flatMap((value) => [option, value]);
const seconds = (duration: string) => String(Number.parseInt(duration, 10));

/** Functions that translate a service's setting to arguments of `podman run`, by setting. */
const ARGUMENTS: {
  [Name in keyof ComposeService]-?: (value: NonNullable<ComposeService[Name]>, file: ComposeFile) => string[];
} = {
  image: () => [],
  build: () => [],
  depends_on: () => [],
  command: () => [],
  restart: (policy) => ['--restart', policy],
  stop_grace_period: (duration) => ['--stop-timeout', seconds(duration)],
  init: (wanted) => (wanted ? ['--init'] : []),
  // By default, Podman makes more folders writable than Docker.
  read_only: (wanted) => (wanted ? ['--read-only', '--read-only-tmpfs=false'] : []),
  tmpfs: (folders) => repeated('--tmpfs', folders),
  cap_drop: (names) => repeated('--cap-drop', names),
  security_opt: (options) =>
    repeated(
      '--security-opt',
      options.map((option) => option.replace(/:true$/, '')),
    ),
  mem_limit: (bytes) => ['--memory', bytes, '--memory-swap', bytes],
  // Pass only the names. Podman reads the values from its environment, so they may contain any character.
  environment: (values) => repeated('--env', Object.keys(values)),
  ports: (ports) => repeated('--publish', ports),
  volumes: (volumes) =>
    repeated(
      '--volume',
      volumes.map((volume) => `satchel_${volume}`),
    ),
  configs: (configs, file) =>
    repeated(
      '--volume',
      configs.map(({ source, target }) => `${resolve(file.configs[source]?.file ?? '')}:${target}:ro`),
    ),
  // Podman's health checks need systemd, which may not run here. The test runs the checks itself.
  healthcheck: () => ['--no-healthcheck'],
};

/**
 * Returns the arguments of `podman run` that start a service.
 * @throws Error if a setting has no podman equivalent, so that no part of `compose.yaml` is ignored
 */
export function runArguments(file: ComposeFile, name: string): string[] {
  const service = file.services[name];
  if (!service) throw new Error(`compose.yaml has no service ${name}`);
  const options = Object.entries(service).flatMap(([setting, value]) => {
    const translate = ARGUMENTS[setting as keyof ComposeService] as
      | ((value: unknown, file: ComposeFile) => string[])
      | undefined;
    if (!translate)
      throw new Error(`compose.yaml: the setting ${setting} of ${name} has no podman equivalent`);
    return translate(value, file);
  });
  return [...options, service.image, ...(service.command ?? [])];
}
