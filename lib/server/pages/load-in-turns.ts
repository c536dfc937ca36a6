import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Next's server, in pieces that each load in 35 ms or less (Node 20, one core): those that others need come first. At
 * once they hold the loop for 0.25 s.
 */
export const NEXT_PARTS = [
  'next/dist/server/require-hook',
  'next/dist/server/config-shared',
  'next/dist/build/next-config-ts/transpile-config',
  'next/dist/server/config',
  'next/dist/server/next',
  'next/dist/server/node-environment',
  'next/dist/server/serve-static',
  'next/dist/server/lib/router-utils/filesystem',
  'next/dist/server/lib/router-utils/resolve-routes',
  'next/dist/compiled/compression',
  'next/dist/server/lib/router-server',
  'next/dist/server/config-schema',
  'next/dist/server/lib/start-server',
  'next/dist/server/web/adapter',
  'next/dist/server/base-server',
  'next/dist/server/next-server',
];

/** What draws pages, beside what is built of them: loaded with the first page, for it takes 10 MB. */
export const PAGE_PARTS = ['next/dist/compiled/next-server/app-page-turbo.runtime.prod.js'];

/** Loads one after another, and lets the event loop turn after each. @param load throws where there is no such piece */
export async function loadInTurns<T>(pieces: Iterable<T>, load: (piece: T) => unknown): Promise<void> {
  for (const piece of pieces) {
    await load(piece);
    await nextTurn();
  }
}
