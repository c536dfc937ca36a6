import type { Later } from '@/lib/later';
import type { Method, MethodGroup } from './define-method';
import type { RpcErrorName } from './errors';

/** What dispatch needs to know of the methods: those of one route by wire name, and the service's description. */
export type Registry = {
  find: (group: MethodGroup, name: string) => Method | undefined;
  names: (group: MethodGroup) => string[];
  openRpc: () => unknown;
};

/** One HTTP request's circumstances, common to all items of its batch. */
export type Circumstances = {
  group: MethodGroup;
  /** Every `?chainId=` of the URL. */
  queryChainIds: readonly string[];
  /** Came with query credentials of an existing client (contract §5). */
  compat: boolean;
  /** Aborted when the caller goes away or the deadline of its upstream work passes; read only when needed. */
  readonly signal: AbortSignal;
  /** When the deadline is, in ms since the epoch. */
  deadlineAt: number;
  /** Most bytes of the answer to the whole body (`MAX_ANSWER_BYTES`). */
  maxAnswerBytes: number;
  /**
   * Takes work units from the caller's allowance.
   * @throws RpcError limitExceeded with `data.retryAfterSeconds`
   */
  spend: (units: number) => Later<void>;
  /**
   * Takes a place among the calls under way, given back by `leave`.
   * @throws RpcError unavailable with `data.retryAfterSeconds` when there is none
   */
  enter: (units: number) => void;
  leave: (units: number) => void;
  /** Told of every item answered, for metrics and logs; `cause` is set when it was a fault of ours or an upstream's. */
  onAnswer?: (answer: {
    method: string;
    chainId?: number;
    error?: RpcErrorName;
    cause?: unknown;
    ms: number;
  }) => void;
};

/** The answer to one HTTP body. */
export type Dispatched = {
  /** JSON of the answer, or of the batch's answers: bytes where a long result is served again. */
  body: string | Uint8Array;
  /** Of the body, where it is known without counting. */
  byteLength?: number;
  /** The error of a body that is one refusal: a single request's, or a whole batch's when all items share it. */
  error?: RpcErrorName;
  retryAfterSeconds?: number;
  /** Id and chain that the answer carries, for an error in its place. */
  idText?: string;
  echoed?: number | undefined;
};
