import 'server-only';

/** Most open connections: in all, and those of one address that have not authenticated. */
export type ConnectionLimits = { total: number; perAddress: number };

/** Most open connections where the system allows more files than that takes. */
const MAX_TOTAL = 10_000;
const MAX_PER_ADDRESS = 1_000;

/**
 * Limits that leave half of the process's open files to upstreams, the store and the log.
 * @param trustProxy proxies in front; with one or more, connections come from proxies and have no limit by address
 */
export function connectionLimits(trustProxy: number): ConnectionLimits {
  const total = Math.min(MAX_TOTAL, Math.floor(openFilesLimit() / 2));
  return { total, perAddress: trustProxy > 0 ? total : Math.min(MAX_PER_ADDRESS, Math.ceil(total / 4)) };
}

/** How many files and sockets this process may have open; Infinity where the system names no limit. */
function openFilesLimit(): number {
  const report = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | string } };
  };
  const soft = Number(report.userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? soft : Number.POSITIVE_INFINITY;
}
