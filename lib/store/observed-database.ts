import type { Database } from './database';

export type StoreOperation = 'read' | 'write' | 'transaction';

/** Called when an operation starts; returns a function to call when it has ended. */
export type ObserveStore = (
  engine: Database['engine'],
  operation: StoreOperation,
) => (outcome: { failed: boolean }) => void;

/** Wraps a database so that its reads, writes and transactions are observed. */
export function observedDatabase(database: Database, observe: ObserveStore): Database {
  const observed = async <T>(operation: StoreOperation, run: () => Promise<T>): Promise<T> => {
    const ended = observe(database.engine, operation);
    let failed = true;
    try {
      const result = await run();
      failed = false;
      return result;
    } finally {
      ended({ failed });
    }
  };
  return {
    ...database,
    read: (statement) => observed('read', () => database.read(statement)),
    write: (statement) => observed('write', () => database.write(statement)),
    transaction: (work, options) => observed('transaction', () => database.transaction(work, options)),
  };
}
