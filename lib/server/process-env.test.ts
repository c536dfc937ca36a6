import { expect, it } from 'vitest';
import { processWarnings } from '@/lib/server/process-env';

const warnings = (...names: string[]) =>
  processWarnings(Object.fromEntries(names.map((name) => [name, 'secret'])));

it.each([
  ['REDIS_URI', 'REDIS_URL'],
  ['REDIS_URI_FILE', 'REDIS_URL_FILE'],
  ['DATABSAE_URL', 'DATABASE_URL'],
  ['RATE_LIMIT_PER_SECONDS', 'RATE_LIMIT_PER_SECOND'],
  ['SATCHEL_REDIS_URL', 'REDIS_URL'],
  ['EVM_CHAIN', 'EVM_CHAINS'],
  ['SOLANA_DAS_URI_101', 'SOLANA_DAS_URL_101'],
  ['SOLANA_DAS_101', 'SOLANA_DAS_URL_101'],
  ['BITCOIN_ESPLORA_URI', 'BITCOIN_ESPLORA_URL'],
  ['BITCOIN_ESPLORA_URL_TESTNET4', 'BITCOIN_ESPLORA_URL_TESTNET'],
  ['BITCOIN_ESPLORA_URL_SIGNETS_FILE', 'BITCOIN_ESPLORA_URL_SIGNET_FILE'],
])('a warning for the unknown variable %s names %s', (name, nearest) => {
  expect(warnings(name)).toEqual([`Warning: ${name} is not a setting; did you mean ${nearest}?`]);
});

it.each([
  ['PATH', 'HOME', 'POST', 'HOSTS', 'HOSTNAME', 'PWD', 'NODE_ENV', 'PROJECT_DIR'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME', 'OTEL_TRACES_SAMPLER'],
  ['PORT', 'REDIS_URL', 'METRICS_TOKEN_FILE', 'EVM_RPC_URL_31337', 'SOLANA_RPC_URL_101_FILE'],
  ['BITCOIN_ESPLORA_URL', 'BITCOIN_ESPLORA_URL_TESTNET', 'BITCOIN_ESPLORA_URL_REGTEST_FILE'],
  ['SATCHEL_ROOT', 'SATCHEL_PORT', 'SATCHEL_SERVICE_HOST', 'SATCHEL_PORT_80_TCP_ADDR', 'REDIS_PORT'],
])('there is no warning for settings and for variables of other programs: %s, …', (...names) => {
  expect(warnings(...names)).toEqual([]);
});

it('a configured outbound proxy causes one warning, which does not contain its URL', () => {
  expect(warnings('HTTPS_PROXY', 'no_proxy')).toEqual([
    'Warning: HTTPS_PROXY, no_proxy has no effect: outbound proxies are not supported.',
  ]);
});
