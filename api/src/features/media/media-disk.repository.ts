import type { Knex } from 'knex';

/** Files of which at least one has to lie where the others are said to. */
const SAMPLE = 20;

interface DiskRow {
  id: string;
  place: string;
}

const ON_DISK = `
  select f.sha256 from media_files f
  where not exists (select from media_objects o where o.sha256 = f.sha256)`;

/** Which folder the files of this database lie in. */
export function mediaDiskRepository(db: Knex) {
  const read = async () => (await db<DiskRow>('media_disk').first('id', 'place')) ?? null;
  return {
    read,

    /** @returns what is noted now: of two that come first with folders of their own, both hear of the same one */
    async note(disk: DiskRow): Promise<DiskRow> {
      await db<DiskRow>('media_disk').insert(disk).onConflict('is_only').ignore();
      return (await read()) ?? disk;
    },

    async replace(disk: DiskRow): Promise<void> {
      await db('media_disk').delete();
      await db<DiskRow>('media_disk').insert(disk);
    },

    /** Hashes of some files that are in no bucket, the newest first. */
    async someFiles(): Promise<string[]> {
      const { rows } = await db.raw<{ rows: { sha256: string }[] }>(`${ON_DISK} order by f.id desc limit ${SAMPLE}`);
      return rows.map(({ sha256 }) => sha256);
    },

    async writesToDisk(): Promise<boolean> {
      const store = await db<{ writes_to: string }>('media_store').first('writes_to');
      return store?.writes_to === 'disk';
    },
  };
}
