// Variables set by the program that starts a process, which are not settings. Settings are read only by `readEnv`
// (`env.ts`); `lib/testing/environment.test.ts` enforces this.

/** Whether this runs in Next's development server. */
export const isDevelopment = process.env.NODE_ENV === 'development';

/** Search path for child programs. */
export const programPath = (): string | undefined => process.env.PATH;

/** The folder with `dist`, `.next` and `public`; `SATCHEL_ROOT` if it is not the working directory. */
export const projectRoot = (): string => process.env.SATCHEL_ROOT ?? process.cwd();
