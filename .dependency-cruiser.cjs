// The allowed direction of imports between layers (docs/architecture.md, Rules). Each rule names the project files that a
// layer may import.
const PURE =
  '^lib/((cache-sizes|errors|error-reasons|image-fault|ttl-cache|constant-time-equal|decode-percent|trim-end)\\.ts$|json/|client/|promises/|solana/|bitcoin/|evm/|btc-account/|projects/|trace/)';
const TESTS = '(\\.(test|fuzz\\.test|bench|contract)\\.tsx?$|^lib/(testing|bench|commands)/)';

/** Creates a rule: files under `from` may import only project files that match `allowed`, and each other. */
const only = (name, from, allowed, extra = {}) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: '^(app|components|lib)/', pathNot: [from, ...allowed], ...extra },
});

module.exports = {
  forbidden: [
    only('pure-imports-nothing-of-ours', PURE, []),
    {
      name: 'pure-has-no-io',
      severity: 'error',
      // The hooks in the client's package import React.
      from: { path: PURE, pathNot: [TESTS, '^lib/client/react\\.ts$'] },
      to: {
        path: '(^(node:)?(fs|net|dns|http|https|http2|tls|child_process|worker_threads|process|timers|os)(/|$)|node_modules/(next|react|react-dom|undici|@photostructure/sqlite|postgres|ioredis|pino|sharp)/)',
      },
    },
    only('services-import-pure', '^lib/services/', [PURE]),
    only('rpc-imports-services-and-pure', '^lib/rpc/', [PURE, '^lib/services/']),
    only('sources-import-pure', '^lib/sources/', [PURE]),
    only('store-imports-pure', '^lib/store/', [PURE]),
    only('dashboard-imports-pure', '^lib/dashboard/', [PURE], { dependencyTypesNot: ['type-only'] }),
    only('components-import-dashboard-and-pure', '^components/', [PURE, '^lib/dashboard/'], {
      dependencyTypesNot: ['type-only'],
    }),
    only('app-never-reaches-an-adapter', '^app/', [
      PURE,
      '^components/',
      '^lib/(dashboard|server|services|rpc)/',
    ]),
    // lib/dashboard contains what the server and the browser share for a page, such as the lines of a stream.
    only('server-never-reaches-a-page', '^lib/server/', [
      PURE,
      '^lib/(rpc|services|sources|store|dashboard)/',
    ]),
    {
      name: 'product-never-imports-tests',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: TESTS },
      to: { path: TESTS },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
