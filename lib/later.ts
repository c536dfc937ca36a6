/**
 * A value that is here already, or a promise of it. What is answered from memory makes no promise: each costs a
 * small call more than its work, and with Next in the process a hook as well.
 */
export type Later<T> = T | Promise<T>;

/** Goes on with a value: at once when it is here, else when it comes. */
export function whenHere<T, U>(value: Later<T>, next: (value: T) => Later<U>): Later<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** All of several values, in their order, as `Promise.all`. */
export function whenAllHere<T>(values: Later<T>[]): Later<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[]);
}
