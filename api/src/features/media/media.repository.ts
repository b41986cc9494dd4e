import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { CropShape } from '../../contract/crop.ts';
import type { PostId, UserId } from '../../contract/ids.ts';
import type { MediaKind } from '../../contract/media.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';

export interface MediaRow {
  id: number;
  user_id: UserId;
  environment: Environment;
  post_id: PostId | null;
  /** What comes again by a rule has files of its own. */
  recurrence_text_id: number | null;
  /** What is proposed has files of its own too. */
  proposal_id: number | null;
  position: number;
  sha256: string;
  mime_type: string;
  bytes: number;
  alt_text: string | null;
  kind: MediaKind | null;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
  name: string | null;
  created_at: Date;
  library_at: Date | null;
  thumbnail: 'made' | 'none' | null;
  origin_id: number | null;
  shape: CropShape | null;
  has_ai_label: boolean;
}

export interface MediaFile {
  readonly id: number;
  readonly sha256: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly altText: string | null;
  /** What it was checked as; null: before anything of the kind was looked at. */
  readonly kind: MediaKind | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  readonly name: string | null;
  /** Says of itself that an AI made it, or a part of it. */
  readonly hasAiLabel: boolean;
}

/** A file that has been looked at, before it is kept. */
export interface NewFile extends Omit<MediaFile, 'id' | 'altText'> {
  readonly hasThumbnail: boolean;
  /** Of a crop: what it was cut from. */
  readonly crop?: { readonly originId: number; readonly shape: CropShape };
}

/** Who chooses among files: their own, and these of somebody else for whom they choose. */
export interface Chooser extends Owner {
  readonly besides?: { readonly owner: Owner; readonly ids: readonly number[] };
}

/** Where a file stands in its post. */
export interface Place {
  readonly id: number;
  /** Left out, it is what the library has. */
  readonly altText?: string | null | undefined;
}

/** Rows about files; the bytes are the storage's. */
export function mediaRepository(db: Knex) {
  return {
    ...mediaOfPosts(db),
    ...forgettingMedia(db),
    ...locksOfMedia(db),

    /** What the owner's library would hold with this file; what is in it already counts once. */
    async libraryWith(
      owner: Owner,
      file: { sha256: string; bytes: number },
    ): Promise<{ files: number; bytes: number }> {
      const [held] = await ownedBy<MediaRow>(db, 'media_files', owner)
        .whereNotNull('library_at')
        .whereNot({ sha256: file.sha256 })
        .select<{ files: number; bytes: number }[]>(
          db.raw('count(*)::int as files, coalesce(sum(bytes), 0)::bigint as bytes'),
        );
      return { files: (held?.files ?? 0) + 1, bytes: Number(held?.bytes ?? 0) + file.bytes };
    },

    /** Puts a file into the library, where each is once: one that is there already comes to the top. */
    async add(owner: Owner, file: NewFile): Promise<MediaFile> {
      const [row] = (await db('media_files')
        .insert({
          ...ownedColumns(owner),
          sha256: file.sha256,
          mime_type: file.mimeType,
          bytes: file.bytes,
          kind: file.kind,
          width: file.width,
          height: file.height,
          duration_seconds: file.durationSeconds,
          name: file.name,
          thumbnail: file.hasThumbnail ? 'made' : null,
          origin_id: file.crop?.originId ?? null,
          shape: file.crop?.shape ?? null,
          has_ai_label: file.hasAiLabel,
          library_at: db.fn.now(),
          // Versions without a library sweep what has been in no post for a day.
          created_at: 'infinity',
        })
        .onConflict(db.raw('(user_id, environment, sha256) where library_at is not null'))
        .merge({
          kind: db.raw('excluded.kind'),
          name: db.raw('coalesce(media_files.name, excluded.name)'),
          thumbnail: db.raw('coalesce(excluded.thumbnail, media_files.thumbnail)'),
          library_at: db.fn.now(),
        })
        .returning('*')) as [MediaRow];
      return toFile(row);
    },

    async find(owner: Owner, id: number): Promise<MediaFile | null> {
      const row = await ownedBy<MediaRow>(db, 'media_files', owner).where({ id }).first();
      return row === undefined ? null : toFile(row);
    },

    /** Those of the owner's files with these ids that are there. */
    async ofOwner(owner: Chooser, ids: readonly number[]): Promise<MediaFile[]> {
      return (await rowsFor(db, owner, ids)).map(toFile);
    },
  };
}

/** Those of these files that are there, of whoever chooses. */
export async function rowsFor(db: Knex, { besides, ...owner }: Chooser, ids: readonly number[]): Promise<MediaRow[]> {
  const own = await ownedBy<MediaRow>(db, 'media_files', owner).whereIn('id', ids);
  const others = besides === undefined ? [] : ids.filter((id) => besides.ids.includes(id));
  if (besides === undefined || others.length === 0) return own;
  return [...own, ...(await ownedBy<MediaRow>(db, 'media_files', besides.owner).whereIn('id', others))];
}

/** Who waits for whom, until the end of a transaction. */
function locksOfMedia(db: Knex) {
  return {
    /** Until the end of this transaction, nobody else stores or removes a file with this hash. */
    async lockHash(sha256: string): Promise<void> {
      await db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`media:${sha256}`]);
    },

    /** Until the end of this transaction, nobody else adds to the library of this owner. After the lock of a hash. */
    async lockLibrary({ userId, environment }: Owner): Promise<void> {
      await db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`library:${userId}/${environment}`]);
    },
  };
}

/** Which files a post has, in their order. */
function mediaOfPosts(db: Knex) {
  const table = () => db<MediaRow>('media_files');

  return {
    /**
     * Gives files of the owner to a post, in this order; one that another post has is given as a row of its own. False
     * when one is gone.
     */
    async attach(owner: Owner, places: readonly Place[], postId: PostId): Promise<boolean> {
      for (const [position, { id, altText }] of places.entries()) {
        const row = await ownedBy<MediaRow>(db, 'media_files', owner).where({ id }).first();
        if (row === undefined) return false;
        const here = { post_id: postId, position, alt_text: altText === undefined ? row.alt_text : altText };
        const given = Number(
          await ownedBy<MediaRow>(db, 'media_files', owner)
            .where({ id })
            .whereNull('post_id')
            .whereNull('library_at')
            .whereNull('recurrence_text_id')
            .whereNull('proposal_id')
            .update(here),
        );
        if (given === 0) await db('media_files').insert({ ...ofPost(row), ...here });
        // The first words for what it shows are kept with the file.
        if (altText != null)
          await ownedBy<MediaRow>(db, 'media_files', owner)
            .where({ sha256: row.sha256, alt_text: null })
            .whereNotNull('library_at')
            .update({ alt_text: altText });
      }
      return true;
    },

    async copy(fromPostId: PostId, toPostIds: readonly PostId[]): Promise<void> {
      await db.raw(
        `
        insert into media_files (user_id, environment, post_id, position, sha256, mime_type, bytes, alt_text, kind,
          width, height, duration_seconds, name, has_ai_label)
        select m.user_id, m.environment, t.post_id, m.position, m.sha256, m.mime_type, m.bytes, m.alt_text, m.kind,
          m.width, m.height, m.duration_seconds, m.name, m.has_ai_label
        from media_files m cross join unnest(?::bigint[]) as t(post_id) where m.post_id = ?`,
        [[...toPostIds], fromPostId],
      );
    },

    /** The files of each of these posts that has any, in their order. */
    async ofPosts(postIds: readonly PostId[]): Promise<ReadonlyMap<number, readonly MediaFile[]>> {
      const files = new Map<number, MediaFile[]>();
      const rows = await table()
        .whereIn('post_id', postIds)
        .orderBy([{ column: 'position' }, { column: 'id' }]);
      for (const row of rows) files.set(row.post_id ?? 0, [...(files.get(row.post_id ?? 0) ?? []), toFile(row)]);
      return files;
    },
  };
}

/** Files that go, as rows; the bytes go after them where no row needs them. */
function forgettingMedia(db: Knex) {
  const table = () => db<MediaRow>('media_files');

  return {
    /** Forgets the owner's files with these ids, or all of them, and answers their hashes. */
    async forget(owner: Owner, ids: readonly number[] | 'all'): Promise<string[]> {
      const rows = ownedBy<MediaRow>(db, 'media_files', owner);
      if (ids !== 'all') void rows.whereIn('id', ids);
      return hashesOf(await rows.delete().returning<{ sha256: string }[]>('sha256'));
    },

    /** Forgets files that have had no post since before `before`, at most `limit`, and answers their hashes. */
    async forgetUnused(before: Date, limit: number): Promise<string[]> {
      const unused = table()
        .select('id')
        .whereNull('post_id')
        .whereNull('library_at')
        .whereNull('recurrence_text_id')
        .whereNull('proposal_id')
        .where('created_at', '<', before)
        // What undo may still give back to its post is no orphan.
        .whereRaw('not exists (select from bulk_change_posts b where b.file_ids @> array[media_files.id])')
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .skipLocked();
      return hashesOf(await table().whereIn('id', unused).delete().returning('sha256'));
    },

    /** Those of these hashes that some row still needs. */
    async used(hashes: readonly string[]): Promise<Set<string>> {
      const ofMedia = await table().whereIn('sha256', hashes).distinct().pluck<string[]>('sha256');
      const ofExports = await db('data_exports').whereIn('sha256', hashes).pluck<string[]>('sha256');
      return new Set([...ofMedia, ...ofExports]);
    },
  };
}
export type MediaRepository = ReturnType<typeof mediaRepository>;

/** What a post's own row has of a file's. */
export function ofPost({ user_id, environment, sha256, mime_type, bytes, kind, width, height, ...row }: MediaRow) {
  const { duration_seconds, name, has_ai_label } = row;
  return { user_id, environment, sha256, mime_type, bytes, kind, width, height, duration_seconds, name, has_ai_label };
}

function hashesOf(rows: readonly { sha256: string }[]): string[] {
  return [...new Set(rows.map(({ sha256 }) => sha256))];
}

export function toFile(row: MediaRow): MediaFile {
  return {
    id: row.id,
    sha256: row.sha256,
    mimeType: row.mime_type,
    bytes: row.bytes,
    altText: row.alt_text,
    kind: row.kind,
    width: row.width,
    height: row.height,
    durationSeconds: row.duration_seconds,
    name: row.name,
    hasAiLabel: row.has_ai_label,
  };
}

/** @throws NotFoundError for null */
export function need<File extends MediaFile>(file: File | null): File {
  if (file === null) throw new NotFoundError('There is no such file.');
  return file;
}
