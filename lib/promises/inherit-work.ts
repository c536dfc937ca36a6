import { inheritTrace } from '@/lib/trace/traced-signal';

/** Work that was begun for other work belongs to its trace. */
export function inheritWork(from: AbortSignal | undefined, to: AbortSignal): void {
  inheritTrace(from, to);
}
