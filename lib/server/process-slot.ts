import type { Env } from './env';
import type { Service } from './service';

/** State shared by all copies of this module in a process. */
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
 * The state of this process. Stored in `globalThis`, because Next loads separate copies of every module for pages and
 * for routes, and all copies must use one service.
 */
export const processSlot: ProcessSlot = global[SLOT];
