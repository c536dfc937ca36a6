/** Made once: an AbortError of its own, with its stack, would cost each call 20 µs. */
const OVER = new DOMException('This work is over', 'AbortError');

/**
 * An `AbortSignal` of our own, for `linkedSignal` and `Coalescer`. Node 20 makes its own by giving an `EventTarget`
 * another prototype, which takes up to 8 µs and makes each listener dear; a listing has six. Not for what asks for the
 * very class: `fetch`, `AbortSignal.any`.
 */
export class WorkSignal extends EventTarget implements AbortSignal {
  aborted = false;
  reason: unknown = undefined;
  onabort = null;

  /** Aborts it, once. */
  abort(reason: unknown = OVER): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.dispatchEvent(new Event('abort'));
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
}
