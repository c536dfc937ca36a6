import { inheritTrace } from '@/lib/trace/traced-signal';
import { callerOf, forVisitor } from './caller';

/** Work that was begun for other work is done for the same caller, and belongs to its trace. */
export function inheritWork(from: AbortSignal | undefined, to: AbortSignal): void {
  inheritTrace(from, to);
  if (callerOf(from) === 'visitor') forVisitor(to);
}
