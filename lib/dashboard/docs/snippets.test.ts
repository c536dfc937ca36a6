import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indentJson } from '@/lib/json/indent';
import { prettyJson } from '@/lib/json/pretty';
import { methods } from '@/lib/rpc/methods';
import { MAINNET_CHAIN_ID } from '@/lib/solana/programs';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_PROJECT } from '@/lib/testing/servers/service-parts';
import { type SnippetKind, snippet } from './snippets';

// Runs the code samples of the API page unchanged against a new server, and compares the responses with those on the
// page.

const run = promisify(execFile);
const environment = {
  ...process.env,
  PROJECT_ID: TEST_PROJECT.projectId,
  PROJECT_SERVER_KEY: TEST_PROJECT.serverKey,
};
let service: RunningService;
beforeAll(async () => {
  service = await runService();
  // Record the key that the lookups on the page find.
  const { json } = await service.call('/evm-chain', {
    chainId: 31337,
    method: 'svc_aa_getBTCAccount',
    params: [
      {
        name: 'BTC',
        version: '1.0.0',
        btcPublicKey: '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c',
      },
    ],
  });
  expect(json.error).toBeUndefined();
});
afterAll(() => service?.stop());

/** Removes timestamps, because they differ in each run. */
const withoutTimes = (text: string) => text.replace(/"(createdAt|updatedAt)":\s*"[^"]*"/g, '"$1":""');

// A new server has no data for the mainnet examples.
const onSample = methods.filter(({ example }) => example.chainId !== MAINNET_CHAIN_ID);
describe.each(onSample.map((method) => [method.name, method] as const))('%s', (name, method) => {
  const { example, group, echoesChainId } = method;
  const request = prettyJson({
    jsonrpc: '2.0',
    id: 1,
    chainId: example.chainId,
    method: name,
    params: example.params,
  });
  const documented = prettyJson({
    jsonrpc: '2.0',
    id: 1,
    ...(echoesChainId ? { chainId: example.chainId } : {}),
    result: example.result,
  });
  const codeOf = (kind: SnippetKind) => snippet(kind, service.base, `/${group}`, request);
  const module = (code: string) =>
    run(process.execPath, ['--input-type=module', '-e', code], { env: environment });

  it('the documented curl command returns the documented response', async () => {
    const { stdout } = await run('sh', ['-c', codeOf('curl')], { env: environment });
    expect(withoutTimes(indentJson(stdout))).toBe(withoutTimes(documented));
  });

  it('the documented fetch snippet returns the documented result', async () => {
    const { stdout } = await module(`${codeOf('fetch')}\nconsole.log(JSON.stringify({ result, error }));`);
    const { result } = JSON.parse(documented);
    expect(withoutTimes(stdout.trim())).toBe(withoutTimes(JSON.stringify({ result })));
  });
});

it('the curl command keeps the numbers of an edited request', () => {
  const request = '{"id": 9007199254740993,\n "params": [{"amount": 18446744073709551615}]}';
  expect(snippet('curl', 'http://localhost:3000', '/solana', request)).toContain(
    `-d '{"id": 9007199254740993, "params": [{"amount": 18446744073709551615}]}'`,
  );
});
