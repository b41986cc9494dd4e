import type { Knex } from 'knex';
import { alterGently, indexGently } from '../gently.ts';

export const kind = 'expand';
/** Each step is short, and others work between them. */
export const config = { transaction: false };

const AT_ONCE = 200;
const FACTS = 'user_id, environment, sha256, mime_type, bytes, alt_text, kind, width, height, duration_seconds, name';

/** A file of the library is one row for each owner and hash; the rows of posts stay what they are. */
export async function up(db: Knex): Promise<void> {
  await alterGently(
    db,
    `alter table media_files
      add column if not exists library_at timestamptz,
      add column if not exists name text,
      add column if not exists thumbnail text,
      add column if not exists origin_id bigint,
      add column if not exists shape text`,
  );
  await alterGently(db, 'alter table media_uploads add column if not exists name text');
  await alterGently(
    db,
    `alter table media_files
      drop constraint if exists media_files_thumbnail_check,
      add constraint media_files_thumbnail_check check (thumbnail in ('made', 'none')) not valid,
      drop constraint if exists media_files_origin_id_of_its_owner,
      add constraint media_files_origin_id_of_its_owner foreign key (origin_id, user_id, environment)
        references media_files (id, user_id, environment) on delete set null (origin_id) not valid`,
  );
  await db.raw('alter table media_files validate constraint media_files_thumbnail_check');
  await db.raw('alter table media_files validate constraint media_files_origin_id_of_its_owner');

  await indexGently(
    db,
    'media_files_in_library',
    'media_files (user_id, environment, sha256) where library_at is not null',
  );
  for (const [name, columns, condition] of [
    ['media_files_newest_in_library', 'user_id, environment, library_at desc, id desc', 'library_at is not null'],
    ['media_files_names', 'user_id, environment, lower(name)', 'library_at is not null and name is not null'],
    ['media_files_origins', 'origin_id', 'origin_id is not null'],
    [
      'media_files_without_thumbnail',
      'id',
      "library_at is not null and thumbnail is null and mime_type like 'image/%'",
    ],
  ] as const) {
    await db.raw(`drop index concurrently if exists ${name}`);
    await db.raw(`create index concurrently ${name} on media_files (${columns}) where ${condition}`);
  }
  await keepRows(db);
  await shelveOldFiles(db);
}

/**
 * What a post has comes into the library with it, whatever version of the API gives it. A version without a library
 * would give a file's row in the library to the post, and the sweep of such a version would take it away after a day:
 * it says that it came at the end of time.
 */
async function keepRows(db: Knex): Promise<void> {
  await db.raw(`
    create or replace function keep_media_in_library() returns trigger language plpgsql as $$
    begin
      if new.post_id is null or new.library_at is null then return new; end if;
      -- Unchanged: the post gets a row of its own.
      if tg_op = 'UPDATE' then return null; end if;
      new.library_at := null;
      return new;
    end $$;
    create or replace trigger media_files_stay_in_library before insert or update of post_id on media_files
      for each row execute function keep_media_in_library();

    create or replace function add_media_to_library() returns trigger language plpgsql as $$
    begin
      insert into media_files (${FACTS}, library_at, created_at)
        values (${FACTS.split(', ')
          .map((column) => `new.${column}`)
          .join(', ')}, now(), 'infinity')
        on conflict (user_id, environment, sha256) where library_at is not null do nothing;
      return null;
    end $$;
    create or replace trigger media_files_added_to_library after insert or update of post_id on media_files
      for each row when (new.post_id is not null) execute function add_media_to_library();
  `);
}

/** Files of posts from before; what comes meanwhile is in it already. A crash is gone on after. */
async function shelveOldFiles(db: Knex): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await db.raw<{ rows: { id: number; sha256: string }[] }>(
      'select id, sha256 from media_files where id > ? and post_id is not null order by id limit ?',
      [after, AT_ONCE],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    await db.transaction(async (trx) => {
      // As everybody who removes bytes does: those of these rows stay until they are in the library.
      await trx.raw(
        `select pg_advisory_xact_lock(hashtextextended('media:' || sha256, 0))
         from (select distinct sha256 from unnest(?::text[]) as given(sha256) order by sha256) as hashes`,
        [rows.map(({ sha256 }) => sha256)],
      );
      await trx.raw(
        `insert into media_files (${FACTS}, library_at, created_at)
         select distinct on (user_id, environment, sha256) ${FACTS}, created_at, 'infinity'
         from media_files where id = any(?::bigint[]) and post_id is not null
         order by user_id, environment, sha256, id
         on conflict (user_id, environment, sha256) where library_at is not null do nothing`,
        [rows.map(({ id }) => id)],
      );
    });
    after = last.id;
  }
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop trigger if exists media_files_added_to_library on media_files;
    drop trigger if exists media_files_stay_in_library on media_files;
    drop function if exists add_media_to_library();
    drop function if exists keep_media_in_library();
    delete from media_files where library_at is not null and exists (
      select from media_files used
      where used.sha256 = media_files.sha256 and used.user_id = media_files.user_id
        and used.environment = media_files.environment and used.post_id is not null);
    update media_files set created_at = now() where library_at is not null;
  `);
  await alterGently(db, 'alter table media_uploads drop column if exists name');
  await alterGently(
    db,
    `alter table media_files drop column if exists library_at, drop column if exists name,
      drop column if exists thumbnail, drop column if exists origin_id, drop column if exists shape`,
  );
}
