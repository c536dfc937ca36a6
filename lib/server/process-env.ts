import { type Env, readEnv, VARIABLE_NAMES } from './env';
import { startWarnings } from './env/start-warnings';
import { processSlot } from './process-slot';

const slot = processSlot<{ env: Env }>();

/**
 * Returns the configuration of this process, which is read only once.
 * @throws ConfigurationError listing all invalid variables
 */
export function processEnv(): Env {
  slot.env ??= readEnv(process.env);
  return slot.env;
}

/** Returns the warnings to print at startup about variables of this process that have no effect. */
export const processWarnings = (): string[] => startWarnings(process.env, VARIABLE_NAMES);
