import 'server-only';

/** Maximum numbers of open connections: in total, and unauthenticated ones per address. */
export type ConnectionLimits = { total: number; perAddress: number };

/** Maximum total number of connections, even if the system allows more open files. */
const MAX_TOTAL = 10_000;
const MAX_PER_ADDRESS = 1_000;

/**
 * Returns connection limits that leave half of the process's open-file limit for upstreams, the store and the log.
 * @param trustProxy number of proxies in front; if not 0, all connections come from proxies, and are not limited by
 * address
 */
export function connectionLimits(trustProxy: number): ConnectionLimits {
  const total = Math.min(MAX_TOTAL, Math.floor(openFilesLimit() / 2));
  return { total, perAddress: trustProxy > 0 ? total : Math.min(MAX_PER_ADDRESS, Math.ceil(total / 4)) };
}

/** Returns the maximum number of open files and sockets of this process; Infinity if the system has no limit. */
function openFilesLimit(): number {
  const report = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | string } };
  };
  const soft = Number(report.userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? soft : Number.POSITIVE_INFINITY;
}
