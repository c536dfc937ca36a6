/**
 * Port of a cache that several instances share: texts that live for a time. Neither call ever fails; a cache that
 * is away has nothing.
 */
export type SharedCache = {
  get: (key: string) => Promise<string | undefined>;
  set: (key: string, value: string, ttlMs: number) => Promise<void>;
};
