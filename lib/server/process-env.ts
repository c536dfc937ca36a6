import { type Env, readEnv, VARIABLE_NAMES } from './env';
import { startWarnings } from './env/start-warnings';
import { processSlot } from './process-slot';

/**
 * Returns the configuration of this process, which is read only once.
 * @throws ConfigurationError listing all invalid variables
 */
export function processEnv(): Env {
  processSlot.env ??= readEnv(process.env);
  return processSlot.env;
}

/** Returns the warnings to print at startup about variables of this process that have no effect. */
export const processWarnings = (): string[] => startWarnings(process.env, VARIABLE_NAMES);
