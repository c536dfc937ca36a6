/** What a project called on one day. */
export type UsageRow = {
  /** Days since 1970-01-01, UTC. */
  day: number;
  projectId: string;
  /** A method as its definition names it, `rpc.discover`, or `unknown`. */
  method: string;
  calls: number;
  /** Work units that were taken for them. */
  units: number;
};

/** What one writer adds at once. */
export type UsageBatch = {
  /** Id of the process that counted. */
  writer: string;
  /** Grows with each batch of the writer: a batch that is written again adds nothing. */
  number: number;
  rows: readonly UsageRow[];
};

/** Port of the projects' usage. Several instances add to one table. */
export type UsageStore = {
  /** Adds a batch to what is there, once, and forgets days before `KEPT_DAYS`. */
  add: (batch: UsageBatch) => Promise<void>;
  /** A project's usage from a day on, ordered by day and method. */
  read: (projectId: string, fromDay: number) => Promise<UsageRow[]>;
};

/** How many days of usage are kept. */
export const KEPT_DAYS = 400;

const DAY_MS = 86_400_000;

/** The day of a time in ms since the epoch. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
/** When a day begins, in ms since the epoch. */
export const startOfDay = (day: number): number => day * DAY_MS;
