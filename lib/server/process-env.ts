import { type Env, readEnv } from './env';
import { processSlot } from './process-slot';

/**
 * The configuration of this process, read once.
 * @throws ConfigurationError with all invalid variables
 */
export function processEnv(): Env {
  processSlot.env ??= readEnv(process.env);
  return processSlot.env;
}
