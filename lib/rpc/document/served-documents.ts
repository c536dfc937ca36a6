import { writeJson } from '@/lib/json/exact-write';
import { CLIENT_D_TS, CLIENT_JS } from './client.generated';
import { llmsText } from './llms-text';
import type { OpenRpcDocument } from './openrpc';

/** A text about the service that anyone may read. */
export type ServedDocument = { contentType: string; headers?: Record<string, string>; text: () => string };

/**
 * What programs build on, by path: the OpenRPC document, the client with its types, and the page for language models.
 * @param openRpc the document of the methods that are served, under the names that they have here
 * @param prefix of those names (`RPC_METHOD_PREFIX`)
 */
export function servedDocuments(openRpc: () => OpenRpcDocument, prefix: string) {
  const named = (text: string) => text.replaceAll(/\bsvc_(?=[a-z])/g, `${prefix}_`);
  return {
    '/openrpc.json': { contentType: 'application/json', text: () => `${writeJson(openRpc())}\n` },
    '/client.js': {
      contentType: 'text/javascript; charset=utf-8',
      // Deno reads the types of a module from where this says.
      headers: { 'X-TypeScript-Types': './client.d.ts' },
      text: () => named(CLIENT_JS),
    },
    '/client.d.ts': { contentType: 'application/typescript; charset=utf-8', text: () => named(CLIENT_D_TS) },
    '/llms.txt': { contentType: 'text/plain; charset=utf-8', text: () => llmsText(openRpc()) },
  } satisfies Record<string, ServedDocument>;
}
