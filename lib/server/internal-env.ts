// What a process is told by the program that starts it. No settings, so no table lists them; every setting is read by
// `readEnv` (`env.ts`), and `lib/testing/environment.test.ts` fails on any other reader.

/** Whether Next's development server runs this. */
export const isDevelopment = process.env.NODE_ENV === 'development';

/** Where child programs are looked for. */
export const programPath = (): string | undefined => process.env.PATH;

/** The folder with `dist`, `.next` and `public`, for a host that starts the service from elsewhere. */
export const projectRoot = (): string => process.env.SATCHEL_ROOT ?? process.cwd();
