/** The day of a rule that a post was made for, as JSON that goes with its row; nothing of other posts. */
export const dayOfPostSql = (post: string) => `coalesce((
  select jsonb_build_object('recurrence_id', d.recurrence_id, 'recurrence_date', d.on_date)
  from recurrence_dates d where d.post_id = ${post}.id), '{}')`;

/** Posts that come back are those of their days again. @param from rows `b` with `before`, a row of posts with that */
export const bringBackDaysSql = (from: string) => `
  update recurrence_dates d set post_id = (b.before ->> 'id')::bigint from ${from}
    where d.recurrence_id = (b.before ->> 'recurrence_id')::bigint
      and d.on_date = (b.before ->> 'recurrence_date')::date and d.post_id is null`;
