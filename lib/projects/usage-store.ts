/** Usage of one method by a project on one day. */
export type UsageRow = {
  /** Days since 1970-01-01, UTC. */
  day: number;
  projectId: string;
  /** Name of the method, `rpc.discover` or `unknown`. */
  method: string;
  calls: number;
  /** Work units charged for the calls. */
  units: number;
};

/** Usage that one writer adds in a single transaction. */
export type UsageBatch = {
  /** Id of the writing process. */
  writer: string;
  /** Increases with each batch of the writer, so that a retried batch is not added twice. */
  number: number;
  rows: readonly UsageRow[];
};

/** Port for storing the usage of projects. Several instances can write to the same table. */
export type UsageStore = {
  /** Adds a batch exactly once, and deletes days older than `RETENTION_DAYS`. */
  add: (batch: UsageBatch) => Promise<void>;
  /** Returns a project's usage since a day, ordered by day and method. */
  read: (projectId: string, fromDay: number) => Promise<UsageRow[]>;
};

/** Number of days for which usage is kept. */
export const RETENTION_DAYS = 400;

const DAY_MS = 86_400_000;

/** Returns the day of a time in ms since 1970. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
/** Returns the start of a day, in ms since 1970. */
export const startOfDay = (day: number): number => day * DAY_MS;
