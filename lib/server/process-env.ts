import { type Env, readEnv, VARIABLE_NAMES } from './env';
import { startWarnings } from './env/start-warnings';

const SLOT = Symbol.for('satchel');

const global = globalThis as { [SLOT]?: object };

global[SLOT] ??= {};

/**
 * Returns the state of this process. Stored in `globalThis`, because Next loads separate copies of every module for
 * pages and for routes, and all copies must use one service.
 */
export const processSlot = <State extends object>() => global[SLOT] as Partial<State>;

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
