import { writeJson } from '@/lib/json/exact-write';
import { CLIENT_D_TS, CLIENT_JS } from './client.generated';
import { clientPackage } from './client-package';
import { llmsText } from './llms-text';
import type { OpenRpcDocument } from './openrpc';

/** A public document about the service. */
export type ServedDocument = {
  contentType: string;
  headers?: Record<string, string>;
  body: () => string | Promise<Uint8Array>;
};

/**
 * Creates the public documents by path: the OpenRPC document; the client as a module, type declarations and a package;
 * and the page for language models.
 */
export function servedDocuments(openRpc: () => OpenRpcDocument) {
  return {
    '/openrpc.json': { contentType: 'application/json', body: () => `${writeJson(openRpc())}\n` },
    '/client.js': {
      contentType: 'text/javascript; charset=utf-8',
      // Deno loads the types of a module from this URL.
      headers: { 'X-TypeScript-Types': './client.d.ts' },
      body: () => CLIENT_JS,
    },
    '/client.d.ts': { contentType: 'application/typescript; charset=utf-8', body: () => CLIENT_D_TS },
    '/client.tgz': {
      contentType: 'application/gzip',
      body: () => clientPackage(openRpc().info.version),
    },
    '/llms.txt': { contentType: 'text/plain; charset=utf-8', body: () => llmsText(openRpc()) },
  } satisfies Record<string, ServedDocument>;
}
