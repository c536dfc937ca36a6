/** What the two processes send each other over the IPC channel between them, and over HTTP. */

/** How long the forwarder keeps idle connections to the web process. */
export const IDLE_MS = 30_000;

/** From the API process: the secret that every forwarded request carries, and questions for metrics. */
export type ToWebProcess = { type: 'start'; secret: string } | { type: 'metrics'; id: number };

/** From the web process. */
export type FromWebProcess =
  | { type: 'listening'; port: number }
  | { type: 'metrics'; id: number; metrics: unknown };
