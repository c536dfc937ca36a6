import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Costs, MEASURED_COSTS } from './plan/measured-costs';
import { type Load, planLoad } from './plan/plan-load';

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

/** The command, apart from the process: returns its exit code. */
export function main(argv: string[], write: (text: string) => void): number {
  let load: Load;
  let costs: Costs;
  try {
    ({ load, costs } = readArguments(argv));
  } catch (error) {
    write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return 1;
  }
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
  for (const [name, value] of rows) write(`${name.padEnd(14)} ${value}\n`);
  write(
    plan.obstacles.length === 0
      ? '\nNothing stands in the way.\n'
      : `\n${plan.obstacles.map((obstacle) => `- ${obstacle}`).join('\n')}\n`,
  );
  return 0;
}

const count = (value: number) => Math.ceil(value).toLocaleString('en');

function readArguments(argv: string[]): { load: Load; costs: Costs } {
  const { values } = parseArgs({
    args: argv,
    options: {
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
  const number = (name: keyof typeof values, most: number) => {
    const value = Number(values[name]);
    if (!(value >= 0 && value <= most))
      throw new Error(`--${name}: expected a number from 0 to ${most}, got "${values[name]}"`);
    return value;
  };
  const costs: Costs = { ...MEASURED_COSTS };
  for (const text of values.cost) {
    const [name = '', value = ''] = text.split('=');
    if (!Object.hasOwn(costs, name) || !(Number(value) > 0)) {
      throw new Error(
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

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exit(main(process.argv.slice(2), (text) => void process.stdout.write(text)));
}
