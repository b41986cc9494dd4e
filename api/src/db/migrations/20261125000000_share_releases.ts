import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * Versions that a part of all people gets before everybody does. Who is in is not kept: it follows from the id and the
 * person. `base_version` was current when the share began; null for an area that nobody had.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table release_shares (
      id bigint generated always as identity primary key,
      name text not null,
      version text not null,
      base_version text,
      percent smallint not null constraint release_shares_percent_check check (percent between 0 and 99),
      -- Facebook IDs: these are always in.
      people text[] not null,
      -- [{percent, afterMinutes}], where null is a step that somebody takes; null: it grows by hand alone.
      plan jsonb,
      -- When the next step of the plan is due.
      step_at timestamptz,
      state text not null default 'growing' constraint release_shares_state_check
        check (state in ('growing', 'promoted', 'aborted', 'taken-back')),
      -- {code, params} of what ended it.
      reason jsonb,
      started_at timestamptz not null default clock_timestamp(),
      ended_at timestamptz,
      constraint release_shares_end_check check ((state = 'growing') = (ended_at is null)),
      foreign key (name, version) references remote_releases (name, version) on delete cascade
    );
    create unique index release_shares_growing on release_shares (name) where state = 'growing';
    create index release_shares_version on release_shares (name, version);

    -- Open screens ask again which version is theirs.
    create trigger release_shares_tell after insert or update of percent, people, state on release_shares
      for each row execute function tell_release();
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table release_shares');
}
