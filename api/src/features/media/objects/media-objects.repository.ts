import type { Knex } from 'knex';

/** What is being brought is kept within this. */
const LEASE = "interval '1 hour'";
const AT_ONCE = 500;

interface ObjectRow {
  sha256: string;
  generation: string;
  bytes: number;
  leased_until: Date | null;
  created_at: Date;
}
interface StoreRow {
  id: string;
  writes_to: Place;
}

/** Where files lie. */
export type Place = 'disk' | 's3';

export interface MediaObject {
  readonly sha256: string;
  /** Part of its name in the bucket. */
  readonly generation: string;
  readonly bytes: number;
}

/** Which files lie in the bucket, and where new ones go. */
export function mediaObjectsRepository(db: Knex) {
  const table = () => db<ObjectRow>('media_objects');
  return {
    ...storeOf(db),

    async find(sha256: string): Promise<MediaObject | null> {
      const row = await table().where({ sha256 }).first('sha256', 'generation', 'bytes');
      return row === undefined ? null : { ...row, bytes: Number(row.bytes) };
    },

    /** Keeps it from being removed for an hour. False when it is not there any more. */
    async lease({ sha256, generation }: MediaObject): Promise<boolean> {
      return (
        (await table()
          .where({ sha256, generation })
          .update({ leased_until: db.raw(`now() + ${LEASE}`) })) === 1
      );
    },

    /**
     * Notes an object, unless the same bytes have one that was not found lost.
     * @param lost the generation of one that is not there any more
     */
    async add({ sha256, generation, bytes }: MediaObject, lost: string | null): Promise<void> {
      await db.raw(
        `insert into media_objects (sha256, generation, bytes) values (?, ?, ?)
        on conflict (sha256) do update set generation = excluded.generation, bytes = excluded.bytes
          where media_objects.generation = ?::uuid`,
        [sha256, generation, bytes, lost],
      );
    },

    /** @returns what was there, and is nobody's now; null also while somebody is about to use it */
    async take(sha256: string): Promise<MediaObject | null> {
      const [row] = await table()
        .where({ sha256 })
        .whereRaw('(leased_until is null or leased_until < now())')
        .delete()
        .returning<MediaObject[]>(['sha256', 'generation', 'bytes']);
      return row ?? null;
    },

    /** Those of these that are somebody's. */
    async known(generations: readonly string[]): Promise<Set<string>> {
      return new Set(await table().whereIn('generation', generations).pluck<string[]>('generation'));
    },

    /** Hashes of those noted before `before`, some at a time. */
    async *before(before: Date): AsyncGenerator<string[], void, void> {
      let after = '';
      for (;;) {
        const hashes = await table()
          .where('created_at', '<', before)
          .where('sha256', '>', after)
          .orderBy('sha256')
          .limit(AT_ONCE)
          .pluck<string[]>('sha256');
        if (hashes.length > 0) yield hashes;
        after = hashes.at(-1) ?? '';
        if (hashes.length < AT_ONCE) return;
      }
    },
  };
}
export type MediaObjectsRepository = ReturnType<typeof mediaObjectsRepository>;

function storeOf(db: Knex) {
  const read = async () => (await db<StoreRow>('media_store').first('id', 'writes_to')) ?? null;
  return {
    readStore: read,

    /** The first time: where there are files already, they and new ones stay on disk until somebody moves them. */
    async beginStore(): Promise<StoreRow> {
      await db.raw(`
        insert into media_store (id, writes_to)
        select gen_random_uuid(), case when exists (select from media_files) then 'disk' else 's3' end
        on conflict do nothing`);
      const store = await read();
      if (store === null) throw new Error('There is no media store');
      return store;
    },

    async writeTo(place: Place): Promise<void> {
      await db<StoreRow>('media_store').update({ writes_to: place });
    },

    async hasObjects(): Promise<boolean> {
      return (await db('media_objects').first('sha256')) !== undefined;
    },

    /** Files that rows need, some at a time, in order of their hash. */
    async *neededFiles(): AsyncGenerator<{ sha256: string; bytes: number }[], void, void> {
      let after = '';
      for (;;) {
        const files = await db('media_files')
          .where('sha256', '>', after)
          .distinctOn('sha256')
          .orderBy('sha256')
          .limit(AT_ONCE)
          .select<{ sha256: string; bytes: number }[]>('sha256', 'bytes');
        yield files;
        after = files.at(-1)?.sha256 ?? '';
        if (files.length < AT_ONCE) return;
      }
    },
  };
}
