/** So long an export is one process' without a word from it. */
export const LEASE = "now() + interval '60 seconds'";

export const claim = `
  with due as (
    select id from data_exports
    where ((state = 'waiting' and due_at <= now()) or (state = 'making' and lease_expires_at < now()))
      and (select count(*) from data_exports m
        where m.state = 'making' and m.host = :host and m.lease_expires_at >= now()) < :atOnce
    order by asked_at, id limit 1 for update skip locked
  )
  update data_exports e set state = 'making', percent = 0, tries = e.tries + 1, host = :host,
    lease_token = gen_random_uuid(), lease_expires_at = ${LEASE}
  from due where e.id = due.id returning e.*`;

/** Processes of one machine count one after the other. What follows reads what the one before has written. */
export const lockHost = "select pg_advisory_xact_lock(hashtextextended('data exports of ' || :host, 0))";

/** Of those that a statement calls `over`: also before their time, where another one takes their place. */
const EXPIRE = `update data_exports e
  set state = 'expired', sha256 = null, bytes = null, files = null, files_missing = null,
    expires_at = least(e.expires_at, now())
  from over where e.id = over.id returning over.sha256`;

export const expire = `
  with over as (
    select id, sha256 from data_exports where state = 'ready' and expires_at <= now()
    order by expires_at limit :limit for update skip locked
  )
  ${EXPIRE}`;

export const expireBefore = `
  with over as (
    select id, sha256 from data_exports where state = 'ready' and facebook_id = :facebookId and id <> :id for update
  )
  ${EXPIRE}`;
