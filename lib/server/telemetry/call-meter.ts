import 'server-only';

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

type Durations = { counts: number[]; sum: number; total: number };

/**
 * Counts calls and their durations by method. Every call passes here, and prom-client sorts and joins labels at each
 * observation; so plain numbers are kept, and written in Prometheus' text form when they are asked for.
 */
export function createCallMeter() {
  const calls = new Map<string, Map<number, number>>();
  const durations = new Map<string, Durations>();

  return {
    /** @param code JSON-RPC error code, 0 for success */
    count(method: string, code: number, ms: number): void {
      let byCode = calls.get(method);
      let time = durations.get(method);
      if (!byCode || !time) {
        byCode = new Map();
        time = { counts: BOUNDS.map(() => 0), sum: 0, total: 0 };
        calls.set(method, byCode);
        durations.set(method, time);
      }
      byCode.set(code, (byCode.get(code) ?? 0) + 1);
      const seconds = ms / 1000;
      let bucket = 0;
      while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket++;
      if (bucket < BOUNDS.length) time.counts[bucket] = (time.counts[bucket] ?? 0) + 1;
      time.sum += seconds;
      time.total++;
    },

    /** The metrics in Prometheus' text form (exposition format 0.0.4). */
    text(): string {
      const lines = [
        '# HELP satchel_rpc_calls_total JSON-RPC calls answered, by method and error code (0 is success)',
        '# TYPE satchel_rpc_calls_total counter',
      ];
      for (const [method, byCode] of calls) {
        for (const [code, count] of byCode)
          lines.push(`satchel_rpc_calls_total{method="${method}",code="${code}"} ${count}`);
      }
      const name = 'satchel_rpc_call_duration_seconds';
      lines.push(`# HELP ${name} Time from a parsed request to its answer`, `# TYPE ${name} histogram`);
      for (const [method, { counts, sum, total }] of durations) {
        let below = 0;
        counts.forEach((count, i) => {
          below += count;
          lines.push(`${name}_bucket{le="${BOUNDS[i]}",method="${method}"} ${below}`);
        });
        lines.push(`${name}_bucket{le="+Inf",method="${method}"} ${total}`);
        lines.push(`${name}_sum{method="${method}"} ${sum}`, `${name}_count{method="${method}"} ${total}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}
