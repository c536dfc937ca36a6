import 'server-only';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import type { Log } from '@/lib/server/telemetry/log';
import type { Metrics } from '@/lib/server/telemetry/metrics';
import { createUpstreamStates } from '@/lib/server/telemetry/upstream-states';
import type { SharedCache } from '@/lib/sources/shared-cache';
import type { Env } from '../env';
import { wireBitcoin } from './bitcoin-wiring';
import { wireEvm } from './evm-wiring';
import { wireSolana } from './solana-wiring';

/** The upstreams behind the ports. */
export function createSources(
  env: Env,
  {
    log,
    metrics,
    shared,
    memory,
    cursorSecret,
    paceShare,
  }: {
    log: Log;
    metrics: Metrics;
    shared: SharedCache | undefined;
    memory: ByteBudget;
    cursorSecret: string;
    /** This process's part of what a public endpoint allows one address. */
    paceShare: number;
  },
) {
  const states = createUpstreamStates(metrics);
  const evm = wireEvm(env, states, shared, memory);
  const bitcoin = wireBitcoin(env, states);
  const solana = wireSolana(env, log, states, memory, cursorSecret, paceShare);
  return {
    solana: solana.solana,
    evm: evm.evm,
    bitcoin: bitcoin.bitcoin,
    fetch: solana.fetch,
    gateways: solana.gateways,
    upstreams: states.read,
    tokenListState: solana.tokenListState,
    close: async () => {
      await Promise.all([evm.close(), bitcoin.close(), solana.close()]);
    },
  };
}
