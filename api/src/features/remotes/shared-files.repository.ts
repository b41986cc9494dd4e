import type { Knex } from 'knex';

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

export interface StoredFile {
  readonly hash: string;
  readonly bytes: Buffer;
}

/** Files of versions, each once under its hash. */
export function sharedFilesRepository(db: Knex) {
  /** Nobody clears files away that somebody else counts on at this moment. */
  const alone = (trx: Knex) => trx.raw("select pg_advisory_xact_lock(hashtext('pagecast.release-files'))");

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

    async find({ name, version }: Version): Promise<Pick<FolderRow, 'description' | 'seal'> | null> {
      return (await db<FolderRow>('release_folders').where({ name, version }).first('description', 'seal')) ?? null;
    },

    async bytesOf(hashes: readonly string[]): Promise<Map<string, Buffer>> {
      const rows = (await db('release_files').whereIn('hash', hashes)) as StoredFile[];
      return new Map(rows.map(({ hash, bytes }) => [hash, bytes]));
    },

    /**
     * Keeps a version. What is said of one that is registered is not changed any more.
     * @param read the files among these hashes, some at a time
     */
    async keep(folder: FolderRow, read: (absent: ReadonlySet<string>) => AsyncIterable<StoredFile[]>): Promise<void> {
      await db.transaction(async (trx) => {
        await alone(trx);
        const there = await trx('release_files').whereIn('hash', folder.hashes).pluck<string[]>('hash');
        for await (const files of read(new Set(folder.hashes).difference(new Set(there))))
          await trx('release_files').insert(files).onConflict('hash').ignore();
        const { name, version } = folder;
        const isRegistered = await trx('remote_releases').where({ name, version }).first('id');
        const kept = trx('release_folders').insert(folder).onConflict(['name', 'version']);
        await (isRegistered === undefined ? kept.merge({ ...folder, let_go_at: null }) : kept.ignore());
      });
    },

    /** What was never registered. */
    async remove({ name, version }: Version): Promise<void> {
      await db('release_folders').where({ name, version }).delete();
    },

    /** Clears away what belongs to no version of the registry since a day: open pages ask for its parts still. */
    async sweep(): Promise<void> {
      await db.transaction(async (trx) => {
        await alone(trx);
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
export type SharedFilesRepository = ReturnType<typeof sharedFilesRepository>;
