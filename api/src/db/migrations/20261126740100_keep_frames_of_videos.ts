import type { Knex } from 'knex';

export const kind = 'expand';

/** What stands for a video in the library of one person. It goes with the file. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table video_frames (
      media_file_id bigint primary key references media_files on delete cascade,
      data bytea not null
    )`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    update media_files m set thumbnail = null from video_frames f where f.media_file_id = m.id;
    drop table video_frames`);
}
