import { parseArgs } from 'node:util';
import { type Env, readEnv } from '@/lib/server/env';
import { bitcoinChecks } from './doctor/bitcoin';
import { type Check, type CheckStatus, type Result, runChecks } from './doctor/check';
import { gatewayChecks, tokenListCheck } from './doctor/documents';
import { evmChecks } from './doctor/evm';
import { priceCheck } from './doctor/prices';
import { solanaChecks } from './doctor/solana';
import { redisCheck, storeCheck } from './doctor/stores';
import { loadEnvFiles } from './env-files';
import { type CommandEnv, type CommandIo, HELP_OPTION, runWhenMain, UsageError } from './terminal/io';

const USAGE = `Usage: npm run doctor -- [--json]

Checks everything that the service depends on, with the settings that it would start with: every
endpoint (configured or built in), the price feeds on Solana, the contracts of each EVM chain,
gateways, the token list, the store and Redis. Changes nothing. Takes up to two minutes.

  --json   prints { "ok", "results": [{ "what", "status", "found", "set" }] }

A result is ok, warning, failed or not set. The exit code is 1 if a check that the service needs
failed: that of a configured endpoint, Solana mainnet, the default EVM chain (the first of
EVM_CHAINS, or 1), the store or Redis, and of anything that gives wrong answers.
`;

/** Everything that the service depends on, in the order of the report. */
const CHECKS: readonly ((env: Env) => Check | Check[])[] = [
  storeCheck,
  redisCheck,
  solanaChecks,
  priceCheck,
  evmChecks,
  bitcoinChecks,
  gatewayChecks,
  tokenListCheck,
];

/**
 * `npm run doctor`.
 * @returns exit code: 0 if no check has failed, 1 if a check has failed, 130 if interrupted
 * @throws UsageError, ConfigurationError
 */
export async function runDoctor(argv: readonly string[], env: CommandEnv, io: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { ...HELP_OPTION, json: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (positionals.length > 0) throw new UsageError(`Unexpected argument '${positionals[0]}'`);
  if (values.help) {
    io.stdout.write(USAGE);
    return 0;
  }
  const settings = readEnv(env);
  const checks = CHECKS.flatMap((checksOf) => checksOf(settings));
  if (io.stderr.isTTY) io.stderr.write(`Running ${checks.length} checks …\n`);
  const results = await runChecks(checks, io.signal);
  if (io.signal.aborted) {
    io.stderr.write('Interrupted.\n');
    return 130;
  }
  const ok = results.every(({ status }) => status !== 'failed');
  io.stdout.write(values.json ? `${JSON.stringify({ ok, results }, null, 2)}\n` : report(results));
  return ok ? 0 : 1;
}

/** Length of the longest status, in characters. */
const STATUS_WIDTH = 7;

const ORDER: readonly CheckStatus[] = ['failed', 'warning', 'ok', 'not set'];

/** Formats each result as a line, followed by the setting to change, and counts them by status. */
function report(results: readonly Result[]): string {
  const lines = results.flatMap(({ status, what, found, set }) => [
    `${status.padEnd(STATUS_WIDTH)}  ${what}  ${found}`,
    ...(set === undefined ? [] : [`${' '.repeat(STATUS_WIDTH)}  → ${set}`]),
  ]);
  const counts = ORDER.map((status) => [status, results.filter((each) => each.status === status).length]);
  const summary = counts.flatMap(([status, count]) => (count === 0 ? [] : [`${count} ${status}`])).join(', ');
  return `${[...lines, '', summary].join('\n')}\n`;
}

await runWhenMain(
  import.meta.url,
  async (argv, env, io) => {
    loadEnvFiles();
    const code = await runDoctor(argv, env, io);
    // Exits explicitly, because database drivers may keep the process alive until their timeouts.
    if (io.signal.aborted) process.exit(code);
    return code;
  },
  USAGE,
);
