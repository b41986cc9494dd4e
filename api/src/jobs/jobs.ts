/**
 * Something that happens on a rule of the clock. Work is claimed in the database, so any number of processes may tick.
 */
export interface Job {
  readonly name: string;
  /** A cron rule, seconds first. */
  readonly rule: string;
  /** Also while a restored backup waits to be released: it sends and changes nothing outside. */
  readonly runsWhileRestored?: boolean;
  /** @param now the database's time */
  run(now: Date): Promise<void>;
}
