import { parseArgs } from 'node:util';
import nextEnv from '@next/env';
import { readEnv } from '@/lib/server/env';
import { projectRoot } from '@/lib/server/internal-env';
import { bitcoinChecks } from './doctor/bitcoin';
import { type Result, runChecks } from './doctor/check';
import { gatewayChecks, tokenListCheck } from './doctor/documents';
import { evmChecks } from './doctor/evm';
import { explain } from './doctor/explain';
import { table } from './doctor/report';
import { solanaChecks } from './doctor/solana';
import { redisCheck, storeCheck } from './doctor/stores';
import { type CommandEnv, type CommandIo, HELP_OPTION, runWhenMain, UsageError } from './terminal/io';

const USAGE = `Usage: npm run doctor -- [--json]

Checks everything that the service depends on, with the settings that it would start with: every
endpoint (configured or built in), the contracts of each EVM chain, gateways, the token list, the
store and Redis. Changes nothing. Takes up to two minutes.

  --json   prints { "ok", "results": [{ "what", "status", "found", "set" }] }

A result is ok, warning, failed or not set. The exit code is 1 if a check that the service needs
failed: that of a configured endpoint, Solana mainnet, DEFAULT_EVM_CHAIN_ID, the store or Redis, and
of anything that gives wrong answers.
`;

/** Deadline of all checks together, in ms. */
const TOTAL_MS = 120_000;

/**
 * `npm run doctor`.
 * @returns exit code: 0 if no check has failed, 1 if a check has failed, 130 if interrupted
 * @throws UsageError, ConfigurationError
 */
export async function main(argv: readonly string[], env: CommandEnv, io: CommandIo): Promise<number> {
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
  const checks = [
    storeCheck(settings),
    redisCheck(settings),
    ...solanaChecks(settings),
    ...evmChecks(settings),
    ...bitcoinChecks(settings),
    ...gatewayChecks(settings),
    tokenListCheck(settings),
  ];
  if (io.stderr.isTTY) io.stderr.write(`Running ${checks.length} checks …\n`);
  const results = await runChecks(checks, { signal: io.signal, totalMs: TOTAL_MS, explain });
  if (io.signal.aborted) {
    io.stderr.write('Interrupted.\n');
    return 130;
  }
  const ok = results.every(({ status }) => status !== 'failed');
  io.stdout.write(values.json ? toJson(ok, results) : table(results));
  return ok ? 0 : 1;
}

const toJson = (ok: boolean, results: readonly Result[]) => `${JSON.stringify({ ok, results }, null, 2)}\n`;

/** Adds the settings in the `.env` files to `process.env`, as the service does. */
function readEnvFiles(): void {
  nextEnv.loadEnvConfig(projectRoot(), false, { info: () => undefined, error: () => undefined });
}

await runWhenMain(
  import.meta.url,
  async (argv, env, io) => {
    readEnvFiles();
    const code = await main(argv, env, io);
    // Exits explicitly, because database drivers may keep the process alive until their timeouts.
    if (io.signal.aborted) process.exit(code);
    return code;
  },
  USAGE,
);
