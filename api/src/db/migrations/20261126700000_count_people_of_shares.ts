import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * How many people of a share have the same version and met the same, kept beside the line of each of them: whoever
 * judges a share every few seconds reads a few counts, however many people there are. Triggers keep them, so that
 * processes of the release before count, too.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table release_share_counts (
      share_id bigint not null references release_shares (id) on delete cascade,
      is_named boolean not null,
      is_candidate boolean not null,
      met_candidate smallint not null,
      met_base smallint not null,
      people integer not null,
      primary key (share_id, is_named, is_candidate, met_candidate, met_base)
    );

    create function count_share_people() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        -- Where the share itself goes, its counts may have gone before.
        update release_share_counts c set people = c.people - gone.people
          from (select share_id, is_named, is_candidate, met_candidate, met_base, count(*)::int as people
            from left_behind group by 1, 2, 3, 4, 5) gone
          where (c.share_id, c.is_named, c.is_candidate, c.met_candidate, c.met_base)
            = (gone.share_id, gone.is_named, gone.is_candidate, gone.met_candidate, gone.met_base);
        return null;
      end if;
      if tg_op = 'INSERT' then
        insert into release_share_counts as c
          select share_id, is_named, is_candidate, met_candidate, met_base, count(*)::int from came
            group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
          on conflict (share_id, is_named, is_candidate, met_candidate, met_base)
            do update set people = c.people + excluded.people;
        return null;
      end if;
      -- Nearly always somebody was only seen again: then no count is written, and nobody waits for it.
      insert into release_share_counts as c
        select share_id, is_named, is_candidate, met_candidate, met_base, sum(change)::int from (
            select share_id, is_named, is_candidate, met_candidate, met_base, 1 as change from came
            union all select share_id, is_named, is_candidate, met_candidate, met_base, -1 from left_behind) changes
          group by 1, 2, 3, 4, 5 having sum(change) <> 0 order by 1, 2, 3, 4, 5
        on conflict (share_id, is_named, is_candidate, met_candidate, met_base)
          do update set people = c.people + excluded.people;
      return null;
    end $$;
    create trigger count_on_insert after insert on release_share_people
      referencing new table as came for each statement execute function count_share_people();
    create trigger count_on_update after update on release_share_people
      referencing new table as came old table as left_behind for each statement execute function count_share_people();
    create trigger count_on_delete after delete on release_share_people
      referencing old table as left_behind for each statement execute function count_share_people();

    insert into release_share_counts
      select share_id, is_named, is_candidate, met_candidate, met_base, count(*)::int from release_share_people
        group by 1, 2, 3, 4, 5;
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop trigger count_on_insert on release_share_people;
    drop trigger count_on_update on release_share_people;
    drop trigger count_on_delete on release_share_people;
    drop function count_share_people();
    drop table release_share_counts;
  `);
}
