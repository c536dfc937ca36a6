const SLOT = Symbol.for('satchel');
const global = globalThis as { [SLOT]?: object };
global[SLOT] ??= {};

/**
 * Returns the state of this process. Stored in `globalThis`, because Next loads separate copies of every module for
 * pages and for routes, and all copies must use one service.
 */
export const processSlot = <State extends object>() => global[SLOT] as Partial<State>;
