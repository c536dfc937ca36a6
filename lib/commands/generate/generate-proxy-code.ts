/**
 * Generates `lib/btc-account/proxy-creation-code.generated.ts`: OpenZeppelin's ERC1967Proxy, compiled as in the
 * build of the account factories. Run: npx tsx lib/commands/generate/generate-proxy-code.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const TARGET = fileURLToPath(new URL('../../btc-account/proxy-creation-code.generated.ts', import.meta.url));
const ENTRY = '@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol';
const COMPILERS = { '1.0.0': 'solc-0.8.19', '2.0.0': 'solc-0.8.21' } as const;

type Solc = {
  compile: (input: string, callbacks: { import: (path: string) => { contents: string } }) => string;
};
type Output = {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
};

/** Compiles the proxy with an account version's compiler; returns its creation code in hex without `0x`. */
export function compileProxy(version: keyof typeof COMPILERS): string {
  const solc: Solc = require(COMPILERS[version]);
  const contents = (path: string) => readFileSync(require.resolve(path), 'utf8');
  const input = {
    language: 'Solidity',
    sources: { [ENTRY]: { content: contents(ENTRY) } },
    settings: {
      optimizer: { enabled: true, runs: 10_000_000 },
      // These settings must stay the same, because they affect the metadata hash at the end of the code.
      metadata: { useLiteralContent: true },
      evmVersion: 'paris',
      outputSelection: { '*': { '*': ['evm.bytecode.object', 'metadata'] } },
    },
  };
  const output: Output = JSON.parse(
    solc.compile(JSON.stringify(input), { import: (path) => ({ contents: contents(path) }) }),
  );
  const failure = output.errors?.find(({ severity }) => severity === 'error');
  if (failure) throw new Error(failure.formattedMessage);
  const code = output.contracts[ENTRY]?.ERC1967Proxy?.evm.bytecode.object;
  if (!code) throw new Error(`${COMPILERS[version]} produced no code for ${ENTRY}`);
  return code;
}

/** Returns the text of `proxy-creation-code.generated.ts`. */
export function proxyCodeFile(): string {
  const entries = (Object.keys(COMPILERS) as (keyof typeof COMPILERS)[]).map(
    (version) =>
      `  // ${COMPILERS[version].replace('-', ' ')}\n  '${version}':\n    '${compileProxy(version)}',\n`,
  );
  return [
    '// Made by lib/commands/generate/generate-proxy-code.ts from npm @openzeppelin/contracts 4.9.6: do not edit.\n',
    '/** Creation code of ERC1967Proxy by account version, hex without 0x. */\n',
    `export const PROXY_CREATION_CODE = {\n${entries.join('')}} as const;\n`,
  ].join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, proxyCodeFile());
