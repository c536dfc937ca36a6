import { parseArgs } from 'node:util';
import nextEnv from '@next/env';
import { type Env, readEnv } from '@/lib/server/env';
import { projectRoot } from '@/lib/server/internal-env';
import { bitcoinChecks } from './doctor/bitcoin';
import { type Check, type CheckStatus, type Result, runChecks } from './doctor/check';
import { gatewayChecks, tokenListCheck } from './doctor/documents';
import { evmChecks } from './doctor/evm';
import { priceCheck } from './doctor/prices';
import { solanaChecks } from './doctor/solana';
import { redisCheck, storeCheck } from './doctor/stores';
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
  io.stdout.write(values.json ? toJson(ok, results) : table(results));
  return ok ? 0 : 1;
}

const toJson = (ok: boolean, results: readonly Result[]) => `${JSON.stringify({ ok, results }, null, 2)}\n`;

/** Widths of the columns in characters. With two spaces between columns, a line has at most 100. */
const WIDTHS = { status: 7, what: 29, text: 60 };

const ORDER: readonly CheckStatus[] = ['failed', 'warning', 'ok', 'not set'];

/** Formats the results as a table, at most 100 characters wide. The setting to change is below the result. */
function table(results: readonly Result[]): string {
  const lines = results.flatMap(({ status, what, found, set }) => {
    const text = [...wrap(found), ...(set === undefined ? [] : wrap(`→ ${set}`))];
    const names = wrap(what, WIDTHS.what);
    return Array.from({ length: Math.max(text.length, names.length) }, (_, i) =>
      row(i === 0 ? status : '', names[i] ?? '', text[i] ?? ''),
    );
  });
  const counts = ORDER.map((status) => [status, results.filter((each) => each.status === status).length]);
  const summary = counts.flatMap(([status, count]) => (count === 0 ? [] : [`${count} ${status}`])).join(', ');
  return `${[row('RESULT', 'WHAT', 'FOUND, AND WHAT TO SET'), ...lines, '', summary].join('\n')}\n`;
}

const row = (status: string, what: string, text: string) =>
  `${status.padEnd(WIDTHS.status)}  ${what.padEnd(WIDTHS.what)}  ${text}`.trimEnd();

/** Splits text into lines between words, and within words that are longer than a line. */
function wrap(text: string, width = WIDTHS.text): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    let rest = word;
    if (line !== '' && line.length + 1 + rest.length > width) {
      lines.push(line);
      line = '';
    }
    while (rest.length > width) {
      lines.push(rest.slice(0, width));
      rest = rest.slice(width);
    }
    line = line === '' ? rest : `${line} ${rest}`;
  }
  return [...lines, line];
}

/** Adds the settings in the `.env` files to `process.env`, as the service does. */
function readEnvFiles(): void {
  nextEnv.loadEnvConfig(projectRoot(), false, { info: () => undefined, error: () => undefined });
}

await runWhenMain(
  import.meta.url,
  async (argv, env, io) => {
    readEnvFiles();
    const code = await runDoctor(argv, env, io);
    // Exits explicitly, because database drivers may keep the process alive until their timeouts.
    if (io.signal.aborted) process.exit(code);
    return code;
  },
  USAGE,
);
