/** Usage of one method by a project on one day. */
export type UsageRow = {
  /** Days since 1970-01-01, UTC. */
  day: number;
  projectId: string;
  /** The method's name in its definition, `rpc.discover` or `unknown`. */
  method: string;
  calls: number;
  /** Work units charged for the calls. */
  units: number;
};

/** Usage that one writer adds in one transaction. */
export type UsageBatch = {
  /** Id of the writing process. */
  writer: string;
  /** Increases with each batch of the writer, so that a retried batch is not added twice. */
  number: number;
  rows: readonly UsageRow[];
};

/** Port for storing the projects' usage. Several instances can write to one table. */
export type UsageStore = {
  /** Adds a batch once, and deletes days older than `RETENTION_DAYS`. */
  add: (batch: UsageBatch) => Promise<void>;
  /** A project's usage since a day, ordered by day and method. */
  read: (projectId: string, fromDay: number) => Promise<UsageRow[]>;
};

/** Days of usage that are kept. */
export const RETENTION_DAYS = 400;

const DAY_MS = 86_400_000;

/** The day of a time in ms since 1970. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
/** Start of a day, in ms since 1970. */
export const startOfDay = (day: number): number => day * DAY_MS;
