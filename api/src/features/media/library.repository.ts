import type { Knex } from 'knex';
import type { CropShape } from '../../contract/crop.ts';
import type { PageId, PostId } from '../../contract/ids.ts';
import { readWhileWanted } from '../../db/cancellable.ts';
import { containing } from '../../db/like-pattern.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import type { PostStatus } from '../../contract/posts.ts';
import { toFile, type MediaFile, type MediaRow } from './media.repository.ts';

export interface LibraryFile extends MediaFile {
  readonly hasThumbnail: boolean;
  readonly addedAt: Date;
  readonly originId: number | null;
  readonly shape: CropShape | null;
  readonly waitingPosts: number;
  readonly publishedPosts: number;
}

export interface UsingPost {
  readonly id: PostId;
  readonly excerpt: string;
  readonly status: PostStatus;
  readonly pageName: string | null;
  readonly scheduledAt: Date | null;
  readonly publishedAt: Date | null;
}

/** Which files of the library. What is left out narrows nothing down. */
export interface LibraryFilter {
  /** Words that are in the name, the alt text, the text of a post that has the file, or the name of its page. */
  readonly text?: string | undefined;
  readonly kind?: 'image' | 'video' | undefined;
  readonly facebookPageId?: PageId | undefined;
}

type Row = MediaRow & { waiting_posts: number; published_posts: number; total?: number };

const EXCERPT = 160;
const MOST_USES = 50;

/** How many posts have the files `m`. */
const USED = `cross join lateral (
  select count(distinct p.id) filter (where p.status <> 'published')::int as waiting_posts,
    count(distinct p.id) filter (where p.status = 'published')::int as published_posts
  from media_files u join posts p on p.id = u.post_id
  where u.sha256 = m.sha256 and u.user_id = m.user_id and u.environment = m.environment) as used`;

/** The hashes that posts of an owner have. */
const HASHES = `select u.sha256 from media_files u join posts p on p.id = u.post_id
  left join facebook_pages g on g.id = p.facebook_page_id where u.user_id = ? and u.environment = ?`;

/** Rows of the library: each file of an owner once, whatever posts have it. */
export function libraryRepository(db: Knex) {
  const own = (owner: Owner) => ownedBy<MediaRow>(db, 'media_files', owner).whereNotNull('library_at');

  return {
    ...usesOfFiles(db),
    ...thumbnailsOfFiles(db),

    /** One page of what the filter lets through, the newest first. Ends with `gone`. */
    async page(
      owner: Owner,
      filter: LibraryFilter,
      pageNumber: number,
      limit: number,
      gone: AbortSignal,
    ): Promise<{ files: LibraryFile[]; total: number }> {
      const { sql, values } = conditionsOf(owner, filter);
      const rows = await readWhileWanted<Row>(
        db,
        gone,
        `with found as materialized (select m.id, m.library_at from media_files m where ${sql}),
          shown as (select *, (select count(*)::int from found) as total from found
            order by library_at desc, id desc limit ? offset ?)
         select m.*, used.*, shown.total from shown join media_files m on m.id = shown.id ${USED}
         order by m.library_at desc, m.id desc`,
        [...values, limit, (pageNumber - 1) * limit],
      );
      const total = rows[0]?.total ?? (pageNumber === 1 ? 0 : await count(db, sql, values, gone));
      return { files: rows.map(toLibraryFile), total };
    },

    async holds(owner: Owner): Promise<{ files: number; bytes: number }> {
      const [held] = await own(owner).select<{ files: number; bytes: number }[]>(
        db.raw('count(*)::int as files, coalesce(sum(bytes), 0)::bigint as bytes'),
      );
      return { files: held?.files ?? 0, bytes: Number(held?.bytes ?? 0) };
    },

    async findInLibrary(owner: Owner, id: number): Promise<LibraryFile | null> {
      const { rows } = await db.raw<{ rows: Row[] }>(
        `select m.*, used.* from media_files m ${USED}
         where m.id = ? and m.user_id = ? and m.environment = ? and m.library_at is not null`,
        [id, owner.userId, owner.environment],
      );
      return rows[0] === undefined ? null : toLibraryFile(rows[0]);
    },

    /** False when it is not there. */
    async change(
      owner: Owner,
      id: number,
      changes: { readonly name?: string | null; readonly altText?: string | null },
    ): Promise<boolean> {
      const { name, altText } = changes;
      const columns = {
        ...(name === undefined ? {} : { name }),
        ...(altText === undefined ? {} : { alt_text: altText }),
      };
      if (Object.keys(columns).length === 0) return (await own(owner).where({ id }).first('id')) !== undefined;
      return Number(await own(owner).where({ id }).update(columns)) === 1;
    },

    async forgetInLibrary(owner: Owner, id: number): Promise<void> {
      await own(owner).where({ id }).delete();
    },
  };
}
export type LibraryRepository = ReturnType<typeof libraryRepository>;

/** What has a file, and what it is called. */
function usesOfFiles(db: Knex) {
  return {
    /** Posts of the owner that have these bytes: those that have not gone out first, then the newest. */
    async usingPosts(owner: Owner, sha256: string): Promise<UsingPost[]> {
      const { rows } = await db.raw<{ rows: UsingPost[] }>(
        `select distinct on (p.status = 'published', p.id) p.id, left(p.content, ${EXCERPT}) as excerpt, p.status,
           g.name as "pageName", p.scheduled_at as "scheduledAt", p.published_at as "publishedAt"
         from media_files u join posts p on p.id = u.post_id left join facebook_pages g on g.id = p.facebook_page_id
         where u.sha256 = ? and u.user_id = ? and u.environment = ?
         order by p.status = 'published', p.id desc limit ${MOST_USES}`,
        [sha256, owner.userId, owner.environment],
      );
      return rows;
    },

    /** Images that are called so, in any letter case, with the ending of their name or without it. */
    async imagesNamed(owner: Owner, names: readonly string[]): Promise<{ id: number; name: string }[]> {
      const withoutEnding = String.raw`regexp_replace(lower(name), '\.[^.]*$', '')`;
      const asked = names.map((name) => name.toLowerCase());
      return ownedBy<MediaRow>(db, 'media_files', owner)
        .whereNotNull('library_at')
        .whereLike('mime_type', 'image/%')
        .whereNotNull('name')
        .where(db.raw(`(lower(name) = any(?::text[]) or ${withoutEnding} = any(?::text[]))`, [asked, asked]))
        .select<{ id: number; name: string }[]>('id', db.raw('lower(name) as name'));
    },

    /** Every row of the owner with these bytes: whatever names one of them means this file. */
    async idsWith(owner: Owner, sha256: string): Promise<number[]> {
      return ownedBy<MediaRow>(db, 'media_files', owner).where({ sha256 }).pluck<number[]>('id');
    },
  };
}

/** Images that have no thumbnail yet: from before there were any, or from a version without. */
function thumbnailsOfFiles(db: Knex) {
  return {
    async withoutThumbnail(limit: number): Promise<{ sha256: string; bytes: number; mimeType: string }[]> {
      return db<MediaRow>('media_files')
        .whereNotNull('library_at')
        .whereNull('thumbnail')
        .whereLike('mime_type', 'image/%')
        .orderBy('id')
        .limit(limit)
        .select('sha256', 'bytes', 'mime_type as mimeType');
    },

    /** Of everybody who has these bytes. */
    async noteThumbnail(sha256: string, thumbnail: 'made' | 'none'): Promise<void> {
      await db<MediaRow>('media_files').where({ sha256 }).whereNotNull('library_at').update({ thumbnail });
    },
  };
}

async function count(db: Knex, sql: string, values: readonly unknown[], gone: AbortSignal): Promise<number> {
  const [row] = await readWhileWanted<{ total: number }>(
    db,
    gone,
    `select count(*)::int as total from media_files m where ${sql}`,
    values,
  );
  return row?.total ?? 0;
}

function conditionsOf(owner: Owner, { text = '', kind, facebookPageId }: LibraryFilter) {
  const whose = [owner.userId, owner.environment];
  const words = text.split(/\s+/).filter((word) => word !== '');
  const conditions: [string, unknown[]][] = [
    ['m.user_id = ? and m.environment = ? and m.library_at is not null', whose],
    ...(kind === undefined ? [] : [['m.mime_type like ?', [`${kind}/%`]] satisfies [string, unknown[]]]),
    ...(facebookPageId === undefined
      ? []
      : [
          [`m.sha256 in (${HASHES} and p.facebook_page_id = ?)`, [...whose, facebookPageId]] satisfies [
            string,
            unknown[],
          ],
        ]),
    ...words.map((word): [string, unknown[]] => {
      const like = containing(word);
      return [
        `(m.name ilike ? or m.alt_text ilike ? or m.sha256 in (${HASHES} and (p.content ilike ? or g.name ilike ?)))`,
        [like, like, ...whose, like, like],
      ];
    }),
  ];
  return {
    sql: conditions.map(([sql]) => sql).join(' and '),
    values: conditions.flatMap(([, values]) => values),
  };
}

function toLibraryFile(row: Row): LibraryFile {
  return {
    ...toFile(row),
    hasThumbnail: row.thumbnail === 'made',
    addedAt: row.library_at ?? new Date(0),
    originId: row.origin_id,
    shape: row.shape,
    waitingPosts: row.waiting_posts,
    publishedPosts: row.published_posts,
  };
}
