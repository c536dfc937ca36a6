import 'server-only';
import { RpcError } from '@/lib/rpc/errors';

/**
 * A bound on the work under way in this process, in work units. Calls answered from memory pass in a blink and
 * never gather here; what gathers is upstream work, and past the bound more of it would only make all of it late.
 */
export function createLoad(mostUnits: number) {
  let units = 0;
  return {
    enter(more: number): void {
      if (units > 0 && units + more > mostUnits) {
        throw new RpcError('unavailable', 'overloaded', 'The service is overloaded; try again in 1 s', {
          retryAfterSeconds: 1,
        });
      }
      units += more;
    },
    leave(less: number): void {
      units -= less;
    },
    get units(): number {
      return units;
    },
  };
}
