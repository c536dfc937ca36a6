import { AsyncResource } from 'node:async_hooks';

const root = new AsyncResource('satchel');

/**
 * Calls a function outside the asynchronous context of the current request. Timers and promises keep the context in
 * which they were created, and Next keeps the whole request in it. Work that outlives its request must start here.
 */
export const outsideRequest = <T>(work: () => T): T => root.runInAsyncScope(work);
