import type { openRpcDocument } from '@/lib/rpc/openrpc';

/** The document that `/openrpc.json` serves; the registry hands it out untyped. */
export type OpenRpcDocument = ReturnType<typeof openRpcDocument>;
