/** A browser that opens pages and runs code in them. */
export type BrowserDriver = {
  name: string;
  resize: (width: number, height: number) => Promise<void>;
  open: (url: string) => Promise<void>;
  /**
   * Runs code in the page.
   * @param body body of an async function
   * @returns the function's return value, which must be JSON-serializable
   */
  run: (body: string) => Promise<unknown>;
  /** Returns the page's errors since it was opened; empty if the browser does not report them. */
  errors: () => string[];
  close: () => Promise<void>;
};
