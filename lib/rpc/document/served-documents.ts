import { writeJson } from '@/lib/json/exact-write';
import { CLIENT_D_TS, CLIENT_JS } from './client.generated';
import { llmsText } from './llms-text';
import type { OpenRpcDocument } from './openrpc';

/** A public document about the service. */
export type ServedDocument = { contentType: string; headers?: Record<string, string>; text: () => string };

/**
 * The public documents by path: the OpenRPC document, the client, its types, and the page for language models.
 * @param openRpc the OpenRPC document, with wire names
 * @param prefix prefix of the wire names (`RPC_METHOD_PREFIX`)
 */
export function servedDocuments(openRpc: () => OpenRpcDocument, prefix: string) {
  const named = (text: string) => text.replaceAll(/\bsvc_(?=[a-z])/g, `${prefix}_`);
  return {
    '/openrpc.json': { contentType: 'application/json', text: () => `${writeJson(openRpc())}\n` },
    '/client.js': {
      contentType: 'text/javascript; charset=utf-8',
      // Deno loads the types of a module from this URL.
      headers: { 'X-TypeScript-Types': './client.d.ts' },
      text: () => named(CLIENT_JS),
    },
    '/client.d.ts': { contentType: 'application/typescript; charset=utf-8', text: () => named(CLIENT_D_TS) },
    '/llms.txt': { contentType: 'text/plain; charset=utf-8', text: () => llmsText(openRpc()) },
  } satisfies Record<string, ServedDocument>;
}
