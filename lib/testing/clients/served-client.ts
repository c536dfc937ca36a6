import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Call = (params: unknown, call?: { signal?: AbortSignal; timeoutMs?: number }) => Promise<unknown>;
export type Failure = Error & { reason: string; code?: number; httpStatus?: number; data: unknown };
type Outcome = { ok: boolean; result?: unknown; error?: Failure };
type Client = Record<string, Call> & {
  batch: (items: readonly unknown[], call?: { signal?: AbortSignal }) => Promise<Outcome[]>;
  rpc: (method: string, params: readonly unknown[], call?: { chainId: number }) => Promise<unknown>;
};
type Module = { createClient: (options?: object) => Client; SatchelError: new () => Failure };

/**
 * Downloads the generated client from a service into a temporary folder and imports it, as a caller's program would.
 */
export async function downloadClient(base: string) {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-client-'));
  for (const name of ['client.js', 'client.d.ts'])
    writeFileSync(join(folder, name), await (await fetch(`${base}/${name}`)).text());
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const module = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'client.js')).href)) as Module;
  return { ...module, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
