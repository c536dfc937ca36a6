import { type Env, readEnv } from './env';
import { processSlot } from './process-slot';

/**
 * The configuration of this process, read once.
 * @throws ConfigurationError naming every variable that is wrong
 */
export function processEnv(): Env {
  processSlot.env ??= readEnv(process.env);
  return processSlot.env;
}
