import 'server-only';
import type { MethodGroup } from '@/lib/rpc/define-method';

/** One HTTP request to an RPC endpoint, whichever server took it. */
export type RpcRequest = {
  group: MethodGroup;
  httpMethod: string;
  /** Query string without the question mark. May hold credentials: never logged. */
  query: string;
  /** A header by its lower-case name. */
  header: (name: string) => string | undefined;
  /** The caller's address, proxies already considered; most requests of projects are answered without it. */
  address: () => string;
  /** Reads the body to its end; undefined when it is larger than `maxBytes`. */
  readBody: (maxBytes: number) => Promise<Uint8Array | undefined>;
  /** Calls `listener` when the caller goes away before it is answered. */
  onDisconnect: (listener: () => void) => void;
};

export type HttpAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  byteLength: number;
  /** The request is not read to its end: the connection must close. */
  close?: boolean;
};
