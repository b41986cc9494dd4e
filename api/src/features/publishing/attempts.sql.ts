/**
 * Ends the open attempts of posts that nobody brings out any more, without what it returns.
 * @param which attempts `a`
 */
export const abandonSql = (using: string, which: string) =>
  `update publish_attempts a set state = 'abandoned', ended_at = now(), updated_at = now()
    from ${using} where ${which} and a.ended_at is null`;

/** Says of an attempt that it goes out with a link. The value: its id. */
export const COUNT_LINK = 'update publish_attempts set counts_link = true where id = ?';

/** Attempts at posts that come back. @param from rows `b` with `attempts`, each a row as JSON */
export const bringBackAttemptsSql = (from: string) => `
  insert into publish_attempts overriding system value select r.* from ${from}
    cross join lateral jsonb_populate_recordset(null::publish_attempts, b.attempts) r`;
