import type { Knex } from 'knex';
import { lockFiles } from './release-lock.repository.ts';

interface Version {
  readonly name: string;
  readonly version: string;
}

/** The files of a version, as the database has them. */
interface FolderRow extends Version {
  readonly paths: readonly string[];
  readonly hashes: readonly string[];
  /** What a process that had them on its disk said of them, and its seal. */
  readonly description: string;
  readonly seal: string;
}

/** How a version is kept, without what takes long to read. */
export interface FolderState extends Version {
  /** Changes with whatever is said of it. */
  readonly fingerprint: string;
  readonly hasAllFiles: boolean;
}

const FINGERPRINT = "md5(concat_ws(' ', seal, hashes, description))";

export interface StoredFile {
  readonly hash: string;
  readonly bytes: Buffer;
}

/** Files of versions, each once under its hash. */
export function sharedFilesRepository(db: Knex) {
  return { ...knownFolders(db), ...changesOfFolders(db), ...clearing(db) };
}
export type SharedFilesRepository = ReturnType<typeof sharedFilesRepository>;

/** What the database has. */
function knownFolders(db: Knex) {
  return {
    /** All versions; of the shell also their files, which pages ask for without its version. */
    async list(): Promise<(Version & { paths: string[] })[]> {
      const rows = await db('release_folders').select(
        'name',
        'version',
        db.raw("case when name = 'shell' then paths else '{}' end as paths"),
      );
      return rows as (Version & { paths: string[] })[];
    },

    async has({ name, version }: Version): Promise<boolean> {
      return (await db('release_folders').where({ name, version }).first('name')) !== undefined;
    },

    async states(): Promise<FolderState[]> {
      const rows = await db('release_folders').select(
        'name',
        'version',
        db.raw(`${FINGERPRINT} as fingerprint`),
        db.raw(`not exists (
          select from unnest(hashes) as named where not exists (select from release_files where hash = named)
        ) as "hasAllFiles"`),
      );
      return rows as FolderState[];
    },

    async find({ name, version }: Version): Promise<Pick<FolderRow, 'description' | 'hashes' | 'seal'> | null> {
      const row = db<FolderRow>('release_folders').where({ name, version }).first('description', 'hashes', 'seal');
      return (await row) ?? null;
    },

    /** What the files of an area take here, once each, those of versions that were let go among them. */
    async takenBy(name: string): Promise<number> {
      const row = await db('release_files')
        .whereIn('hash', db('release_folders').where({ name }).select(db.raw('unnest(hashes)')))
        .first<{ taken: string }>(db.raw('coalesce(sum(octet_length(bytes)), 0) as taken'));
      return Number(row.taken);
    },

    async bytesOf(hashes: readonly string[]): Promise<Map<string, Buffer>> {
      const rows = (await db('release_files').whereIn('hash', hashes)) as StoredFile[];
      return new Map(rows.map(({ hash, bytes }) => [hash, bytes]));
    },
  };
}

/** What comes. */
function changesOfFolders(db: Knex) {
  return {
    /** Takes out those that are not what their hashes say: whoever has them sends them again. */
    async dropDamaged(hashes: readonly string[]): Promise<void> {
      await db('release_files').whereIn('hash', hashes).whereRaw("encode(sha384(bytes), 'hex') <> hash").delete();
    },

    /**
     * Keeps a version. What is said of one that is registered is not changed any more.
     * @param read the files among these hashes, some at a time
     * @param damaged the fingerprint of what is said of it now, where nobody of this product said that
     */
    async keep(
      folder: FolderRow,
      read: (absent: ReadonlySet<string>) => AsyncIterable<StoredFile[]>,
      damaged: string | null = null,
    ): Promise<void> {
      const addAbsent = async (to: Knex) => {
        const there = await to('release_files').whereIn('hash', folder.hashes).pluck<string[]>('hash');
        const absent = new Set(folder.hashes).difference(new Set(there));
        if (absent.size === 0) return;
        for await (const files of read(absent)) await to('release_files').insert(files).onConflict('hash').ignore();
      };
      // That takes long, and nobody waits for it.
      await addAbsent(db);
      await db.transaction(async (trx) => {
        await lockFiles(trx, 'adding');
        // Those that were cleared away before anything named them.
        await addAbsent(trx);
        const { name, version } = folder;
        if (damaged !== null)
          await trx('release_folders').where({ name, version }).whereRaw(`${FINGERPRINT} = ?`, [damaged]).delete();
        const isRegistered = await trx('remote_releases').where({ name, version }).first('id');
        const kept = trx('release_folders').insert(folder).onConflict(['name', 'version']);
        await (isRegistered === undefined ? kept.merge({ ...folder, let_go_at: null }) : kept.ignore());
      });
    },
  };
}

/** What goes. */
function clearing(db: Knex) {
  return {
    /** What nobody was ever given, with its bytes: who is fetching it at this moment finds it gone. */
    async remove({ name, version }: Version): Promise<void> {
      const [removed] = await db<FolderRow>('release_folders').where({ name, version }).delete().returning('hashes');
      if (removed === undefined) return;
      await db.transaction(async (trx) => {
        await lockFiles(trx, 'clearing');
        await trx('release_files')
          .whereIn('hash', removed.hashes)
          .whereNotExists(trx('release_folders').whereRaw('release_files.hash = any(release_folders.hashes)'))
          .delete();
      });
    },

    /** Clears away what belongs to no version of the registry since a day: open pages ask for its parts still. */
    async sweep(): Promise<void> {
      await db.transaction(async (trx) => {
        await lockFiles(trx, 'clearing');
        await trx.raw(`
          with judged as (
            select f.name, f.version, exists (
              select from remote_releases r where r.name = f.name and r.version = f.version
            ) as is_known
            from release_folders f
          )
          update release_folders f set let_go_at = case when judged.is_known then null else now() end
          from judged
          where judged.name = f.name and judged.version = f.version and judged.is_known = (f.let_go_at is not null)`);
        await trx('release_folders').whereRaw("let_go_at < now() - interval '1 day'").delete();
        await trx.raw(`
          delete from release_files where hash not in (select unnest(hashes) from release_folders)`);
      });
    },
  };
}
