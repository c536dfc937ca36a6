/** IPC messages between the API process and the web process, and a constant of their HTTP connections. */

/** How long the forwarder keeps idle connections to the web process, in ms. */
export const IDLE_MS = 30_000;

/** Messages from the API process: `start`, with the secret that authenticates forwarded requests, and `metrics`. */
export type ToWebProcess = { type: 'start'; secret: string } | { type: 'metrics'; id: number };

/** Messages from the web process: its port, and the responses to requests for metrics. */
export type FromWebProcess =
  | { type: 'listening'; port: number }
  | { type: 'metrics'; id: number; metrics: unknown };
