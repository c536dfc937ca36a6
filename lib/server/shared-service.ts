import 'server-only';
import type { Service } from './service';

const SERVICE = Symbol.for('satchel.service');
// On `globalThis`, because the HTTP server and Next's handlers are two bundles of one process and share one service.
const shared = globalThis as { [SERVICE]?: Promise<Service> };

/** Makes a service the process's own: what route handlers and pages use. */
export function shareService(service: Service | Promise<Service>): void {
  shared[SERVICE] = Promise.resolve(service);
}

/** The process's service, made from the environment on first use. */
export function getService(): Promise<Service> {
  if (!shared[SERVICE]) {
    const made = makeFromEnvironment();
    shared[SERVICE] = made;
    // A start that failed (a database that is away) is tried again by the next request.
    made.catch(() => {
      if (shared[SERVICE] === made) delete shared[SERVICE];
    });
  }
  return shared[SERVICE];
}

/** In the server's bundle alone: each route's own would be larger by all of the service, read anew for each. */
async function makeFromEnvironment(): Promise<Service> {
  const [{ makeService }, { processEnv }] = await Promise.all([import('./wiring'), import('./env')]);
  return makeService(processEnv());
}
