/** IPC messages between the API process and the web process, and constants of their HTTP connections. */

/** How long the forwarder keeps idle connections to the web process, in ms. */
export const IDLE_MS = 30_000;

/** Path at which the API process reads the metrics of the web process as JSON. It never forwards requests for it. */
export const METRICS_PATH = '/metrics';

/** The message that starts the web process: the secret that authenticates requests of the API process. */
export type ToWebProcess = { secret: string };

/** The message of the web process when it listens. */
export type FromWebProcess = { port: number };
