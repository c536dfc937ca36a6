import type { Env } from './env';
import type { Service } from './service';

/** What the module runtimes of one process share. */
type ProcessSlot = {
  env?: Env;
  service?: Promise<Service>;
  /** The same service once it has been made. */
  ready?: Service;
};

const SLOT = Symbol.for('satchel');
const global = globalThis as { [SLOT]?: ProcessSlot };
global[SLOT] ??= {};

/**
 * The one object on `globalThis`. Next builds pages and routes as separate module runtimes, each with its own copy of
 * every module, and all of them must use one service.
 */
export const processSlot: ProcessSlot = global[SLOT];
