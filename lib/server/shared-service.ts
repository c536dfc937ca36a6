import 'server-only';
import type { Service } from './service';

const SERVICE = Symbol.for('satchel.service');
// On `globalThis`, because the HTTP server and Next's handlers are two bundles of one process and share one service.
const shared = globalThis as { [SERVICE]?: Promise<Service> };

/** Makes a service the process's own: what route handlers and pages use. */
export function shareService(service: Service | Promise<Service>): void {
  shared[SERVICE] = Promise.resolve(service);
}

/** The process's service, made on the first request that needs it. */
export function sharedService(make: () => Promise<Service>): Promise<Service> {
  if (!shared[SERVICE]) {
    const made = make();
    shared[SERVICE] = made;
    // A start that failed (a database that is away) is tried again by the next request.
    made.catch(() => {
      if (shared[SERVICE] === made) delete shared[SERVICE];
    });
  }
  return shared[SERVICE];
}
