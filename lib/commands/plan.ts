import { parseArgs } from 'node:util';
import { type Costs, MEASURED_COSTS } from './plan/measured-costs';
import { type Load, planLoad } from './plan/plan-load';
import { type CommandEnv, type CommandIo, HELP_OPTION, runWhenMain, UsageError } from './terminal/io';

const USAGE = `npm run plan -- [options]: what a load needs, from measured costs

  --lookups N         BTC look-ups a second (1000)
  --listings N        Solana listings a second (10)
  --hit-rate R        share of calls answered from memory, 0 to 1 (0.9)
  --batched R         share of look-ups that come in batches, 0 to 1 (0)
  --keys N            different keys, all told (1000000)
  --cores N           cores an instance may use (1: one Node process runs JavaScript on one)
  --solana-calls N    calls a second that your Solana endpoints allow (100)
  --evm-calls N       calls a second that your EVM endpoints allow (200)
  --cost NAME=VALUE   a cost measured on your machines, in place of ours; may be repeated
`;

/**
 * `npm run plan`.
 * @returns exit code: 0
 * @throws UsageError
 */
export async function main(argv: readonly string[], _env: CommandEnv, io: CommandIo): Promise<number> {
  const asked = readArguments(argv);
  if (asked === 'help') {
    io.stdout.write(USAGE);
    return 0;
  }
  const { load, costs } = asked;
  const plan = planLoad(load, costs);
  const rows: [string, string][] = [
    [
      'load',
      `${count(load.lookups)} look-ups/s and ${count(load.listings)} listings/s, ${load.hitRate * 100} % from memory, ${count(load.keys)} keys`,
    ],
    ['CPU', `${(plan.cpuMsPerSecond / 1000).toFixed(2)} cores busy`],
    [
      'instances',
      `${plan.instances} of ${load.cores} core${load.cores === 1 ? '' : 's'} and ${plan.instanceMegabytes} MB (60 % busy, one to spare)`,
    ],
    ['Solana calls', `${count(plan.solanaCallsNeeded)}/s`],
    ['EVM calls', `${count(plan.evmCallsNeeded)}/s`],
    [
      'records',
      `${count(plan.recordsPerSecond)} first look-ups/s on ${plan.postgresServers} Postgres node${plan.postgresServers === 1 ? '' : 's'}`,
    ],
    [
      'Postgres size',
      `${plan.postgresGigabytes.toFixed(1)} GB with indexes; as much again for vacuum and backups`,
    ],
    ['Redis memory', `${Math.ceil(plan.redisMegabytes)} MB`],
  ];
  for (const [name, value] of rows) io.stdout.write(`${name.padEnd(14)} ${value}\n`);
  io.stdout.write(
    plan.obstacles.length === 0
      ? '\nNothing stands in the way.\n'
      : `\n${plan.obstacles.map((obstacle) => `- ${obstacle}`).join('\n')}\n`,
  );
  return 0;
}

const count = (value: number) => Math.ceil(value).toLocaleString('en');

function readArguments(argv: readonly string[]): { load: Load; costs: Costs } | 'help' {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      ...HELP_OPTION,
      lookups: { type: 'string', default: '1000' },
      listings: { type: 'string', default: '10' },
      'hit-rate': { type: 'string', default: '0.9' },
      batched: { type: 'string', default: '0' },
      keys: { type: 'string', default: '1000000' },
      cores: { type: 'string', default: '1' },
      'solana-calls': { type: 'string', default: '100' },
      'evm-calls': { type: 'string', default: '200' },
      cost: { type: 'string', multiple: true, default: [] },
    },
  });
  if (values.help) return 'help';
  const number = (name: keyof typeof values, most: number) => {
    const value = Number(values[name]);
    if (!(value >= 0 && value <= most))
      throw new UsageError(`--${name}: expected a number from 0 to ${most}, got "${values[name]}"`);
    return value;
  };
  const costs: Costs = { ...MEASURED_COSTS };
  for (const text of values.cost) {
    const [name = '', value = ''] = text.split('=');
    if (!Object.hasOwn(costs, name) || !(Number(value) > 0)) {
      throw new UsageError(
        `--cost: expected NAME=VALUE with one of ${Object.keys(costs).join(', ')}, got "${text}"`,
      );
    }
    costs[name as keyof Costs] = Number(value);
  }
  return {
    costs,
    load: {
      lookups: number('lookups', 1e9),
      listings: number('listings', 1e9),
      hitRate: number('hit-rate', 1),
      batched: number('batched', 1),
      keys: number('keys', 1e12),
      cores: number('cores', 1024),
      solanaCalls: number('solana-calls', 1e9),
      evmCalls: number('evm-calls', 1e9),
    },
  };
}

await runWhenMain(import.meta.url, main, USAGE);
