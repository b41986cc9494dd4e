import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Counts the moves of each remote, so that two who move it at once cannot both believe they did.
    create table remote_pointers (
      name text primary key,
      revision integer not null default 0,
      -- A team has moved it itself: from then on the builds that come with the product wait.
      is_own boolean not null default false,
      moved_at timestamptz not null default now()
    );
    insert into remote_pointers (name, revision, is_own)
      select name, 1, bool_or(source = 'released' and status = 'current') from remote_releases group by name;

    -- When it was current last; a version that was taken back is nobody's to fall back on.
    alter table remote_releases add column current_since timestamptz, add column is_taken_back boolean not null default false;
    update remote_releases set current_since = created_at where status in ('current', 'previous');

    -- Screens that are open hear of a release.
    create function tell_release() returns trigger language plpgsql as $$
      begin
        perform pg_notify('releases', new.name);
        return null;
      end $$;
    create trigger remote_pointers_tell after insert or update on remote_pointers for each row execute function tell_release();

    -- How remotes arrive in browsers: kept for a few days.
    create table remote_loads (
      id bigint generated always as identity primary key,
      name text not null,
      version text not null,
      -- What failed; null: it came.
      phase text,
      duration_ms integer not null,
      created_at timestamptz not null default now()
    );
    create index remote_loads_by_time on remote_loads (created_at);
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop table remote_loads;
    drop table remote_pointers;
    drop function tell_release();
    alter table remote_releases drop column current_since, drop column is_taken_back;
  `);
}
