import { type Env, readEnv } from './env';
import { processSlot } from './process-slot';

/**
 * Returns the configuration of this process, which is read only once.
 * @throws ConfigurationError listing all invalid variables
 */
export function processEnv(): Env {
  processSlot.env ??= readEnv(process.env);
  return processSlot.env;
}
