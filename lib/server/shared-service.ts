import 'server-only';
import { processSlot } from './process-env';
import type { Service } from './service';

const slot = processSlot<{
  service: Promise<Service>;
  /** The service, once it has been created. */
  ready: Service;
}>();

/** Sets the service that pages and route handlers of this process use. */
export function shareService(service: Service): void {
  slot.service = Promise.resolve(service);
  slot.ready = service;
}

/** Returns the service of this process, which is created from the environment on first use. */
export function getService(): Promise<Service> {
  if (!slot.service) {
    const made = makeFromEnvironment();
    slot.service = made;
    made.then(shareService, () => {
      // Let the next request retry, for example when the database is available again.
      if (slot.service === made) delete slot.service;
    });
  }
  return slot.service;
}

/** Returns the service of this process, for code that runs only after `getService` has resolved. */
export function readyService(): Service {
  if (!slot.ready) throw new Error('The service has not been created yet');
  return slot.ready;
}

/** Creates the service. Imports its code on demand: otherwise every route's bundle would contain the whole service. */
async function makeFromEnvironment(): Promise<Service> {
  const [{ makeService }, { processEnv, processWarnings }, { firstProjectNote }] = await Promise.all([
    import('./wiring'),
    import('./process-env'),
    import('./first-project-note'),
  ]);
  const env = processEnv();
  const service = await makeService(env);
  const say = (line: string) => process.stderr.write(`${line}\n`);
  for (const warning of processWarnings()) say(warning);
  const base = env.publicUrl ?? `http://localhost:${env.port}`;
  if (service.firstProject) say(firstProjectNote(service.firstProject, base, env.sampleNetwork));
  return service;
}
