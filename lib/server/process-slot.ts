import type { Env } from './env';
import type { Service } from './service';

/** State shared by the module runtimes of a process. */
type ProcessSlot = {
  env?: Env;
  service?: Promise<Service>;
  /** The service, once it has been created. */
  ready?: Service;
};

const SLOT = Symbol.for('satchel');
const global = globalThis as { [SLOT]?: ProcessSlot };
global[SLOT] ??= {};

/**
 * Shared through `globalThis`, because Next builds pages and routes as separate module runtimes with their own copies
 * of every module, and all must use one service.
 */
export const processSlot: ProcessSlot = global[SLOT];
