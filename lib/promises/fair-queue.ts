/**
 * Who waits, in queues that are served in turn: first come, first served within a queue, so that hundreds of calls of
 * one holder hold up no other.
 */
export class FairQueue<T> {
  /** By key; the first queue is served next. */
  private readonly queues = new Map<object, Set<T>>();

  /** Waits at the end of a queue. @returns what leaves it again */
  add(queueKey: object, waiter: T): () => void {
    const queue = this.queues.get(queueKey) ?? new Set<T>();
    this.queues.set(queueKey, queue);
    queue.add(waiter);
    return () => {
      queue.delete(waiter);
      if (queue.size === 0 && this.queues.get(queueKey) === queue) this.queues.delete(queueKey);
    };
  }

  /** Takes out the next in line. */
  next(): T | undefined {
    for (const [queueKey, queue] of this.queues)
      for (const waiter of queue) {
        queue.delete(waiter);
        this.queues.delete(queueKey);
        // Behind the other queues, if more wait in it.
        if (queue.size > 0) this.queues.set(queueKey, queue);
        return waiter;
      }
    return undefined;
  }
}
