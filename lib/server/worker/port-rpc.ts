import { setMaxListeners } from 'node:events';
import type { Transferable } from 'node:worker_threads';

/** Handles a request from the other thread. The signal is aborted when that thread is no longer waiting. */
export type PortHandler = (payload: never, signal: AbortSignal) => Promise<PortResponse>;

/** A cloneable value and those of its buffers that are transferred instead of copied. */
export type PortResponse = { value: unknown; transfer?: Transferable[] };

type Message =
  | { type: 'request'; id: number; name: string; payload: unknown }
  | { type: 'abort'; id: number }
  | { type: 'value'; id: number; value: unknown }
  | { type: 'error'; id: number; error: SentError };

type SentError = {
  name: string;
  message: string;
  stack: string | undefined;
  fields: Record<string, unknown>;
  cause?: SentError | undefined;
};

/** One end of a channel between two threads: a `Worker`, or the `parentPort` of its thread. */
type Port = {
  on: (event: 'message', listener: (message: Message) => void) => unknown;
  postMessage: (message: Message, transfer: Transferable[]) => void;
};

type Pending = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/** Bidirectional requests and responses between two threads. */
export class PortRpc {
  private readonly pending = new Map<number, Pending>();
  private readonly running = new Map<number, AbortController>();
  private nextId = 0;

  constructor(
    private readonly port: Port,
    private readonly handlers: Readonly<Record<string, PortHandler>>,
  ) {
    port.on('message', (message: Message) => this.receive(message));
  }

  /**
   * Sends a request and waits for the response. Forwards an abort to the other thread, but still waits for that
   * thread's response, because it reports the progress.
   * @throws the other thread's error, with its name and fields
   */
  async request(
    name: string,
    payload: unknown,
    signal: AbortSignal,
    transfer: Transferable[] = [],
  ): Promise<unknown> {
    // Hundreds of calls of a listing share one signal, so this many listeners are not a leak.
    setMaxListeners(0, signal);
    const id = this.nextId++;
    const answer = new Promise((resolve, reject) => this.pending.set(id, { resolve, reject }));
    const abort = () => this.send({ type: 'abort', id });
    this.send({ type: 'request', id, name, payload }, transfer);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    try {
      return await answer;
    } finally {
      this.pending.delete(id);
      signal.removeEventListener('abort', abort);
    }
  }

  /** Rejects all requests in flight. */
  fail(error: Error): void {
    for (const { reject } of this.pending.values()) reject(error);
    for (const controller of this.running.values()) controller.abort();
  }

  private send(message: Message, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer);
  }

  private receive(message: Message): void {
    if (message.type === 'request') void this.handle(message);
    else if (message.type === 'abort') this.running.get(message.id)?.abort();
    else if (message.type === 'value') this.pending.get(message.id)?.resolve(message.value);
    else this.pending.get(message.id)?.reject(receivedError(message.error));
  }

  private async handle({ id, name, payload }: Message & { type: 'request' }): Promise<void> {
    const controller = new AbortController();
    this.running.set(id, controller);
    try {
      const handler = this.handlers[name];
      if (handler === undefined) throw new Error(`No handler for ${name}`);
      const { value, transfer } = await handler(payload as never, controller.signal);
      this.send({ type: 'value', id, value }, transfer);
    } catch (thrown) {
      this.send({ type: 'error', id, error: sentError(thrown) });
    } finally {
      this.running.delete(id);
    }
  }
}

/** Maximum number of causes that are sent with an error. */
const MAX_CAUSES = 4;

/** Serializes an error and its causes. Structured cloning would lose the name and the fields of error classes. */
function sentError(thrown: unknown, causes = MAX_CAUSES): SentError {
  if (!(thrown instanceof Error))
    return { name: 'Error', message: String(thrown), stack: undefined, fields: {} };
  const { name, message, stack } = thrown;
  const cause = thrown.cause === undefined || causes === 0 ? undefined : sentError(thrown.cause, causes - 1);
  try {
    return { name, message, stack, fields: structuredClone({ ...thrown }) as Record<string, unknown>, cause };
  } catch {
    return { name, message, stack, fields: {}, cause };
  }
}

function receivedError({ name, message, stack, fields, cause }: SentError): Error {
  const options = cause === undefined ? {} : { cause: receivedError(cause) };
  return Object.assign(new Error(message, options), { stack }, fields, { name });
}
