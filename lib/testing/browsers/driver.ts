/** A browser that opens pages and runs code in them. */
export type BrowserDriver = {
  name: string;
  resize: (width: number, height: number) => Promise<void>;
  open: (url: string) => Promise<void>;
  /** Runs the body of an async function in the page. @returns its value, which must be JSON */
  run: (body: string) => Promise<unknown>;
  /** Errors of the page since it was opened. Empty if the browser does not report them. */
  errors: () => string[];
  close: () => Promise<void>;
};
