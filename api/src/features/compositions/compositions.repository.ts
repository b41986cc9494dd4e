import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';

interface CompositionRow {
  id: number;
  content: string;
  media_key: string | null;
  created_at: Date;
}

/** What ties posts of several pages together. */
export interface StoredComposition {
  readonly id: number;
  readonly content: string;
  /** What the files are that its posts have in common; null: nobody said, so those that most of them have. */
  readonly mediaKey: string | null;
  readonly createdAt: Date;
}

/** What tells the files of a post `p` from others: of what kind they are, and their bytes in their order. */
const MEDIA_KEY = `p.media_type || coalesce((select ':' || string_agg(m.sha256, ',' order by m.position, m.id)
  from media_files m where m.post_id = p.id), '')`;
/** No post has these. */
const NOBODYS = '';

/** Longer than the transaction that makes one takes. */
const EMPTY_HOURS = 48;

export function compositionsRepository(db: Knex) {
  return {
    /** One for each text. @returns their ids, in the same order */
    async createMany(owner: Owner, contents: readonly string[]): Promise<number[]> {
      const { rows } = await db.raw<{ rows: { id: number }[] }>(
        `
        with made as (
          insert into compositions (user_id, environment, content)
          select ?, ?, c.content from unnest(?::text[]) with ordinality as c(content, place) order by c.place
          returning id)
        select id from made order by id`,
        [owner.userId, owner.environment, [...contents]],
      );
      return rows.map(({ id }) => id);
    },

    async find(owner: Owner, id: number): Promise<StoredComposition | null> {
      const row = await ownedBy<CompositionRow>(db, 'compositions', owner).where({ id }).first();
      if (row === undefined) return null;
      return { id: row.id, content: row.content, mediaKey: row.media_key, createdAt: row.created_at };
    },

    /** What the files of each of its posts are. */
    async mediaKeys(owner: Owner, id: number): Promise<ReadonlyMap<PostId, string>> {
      const { rows } = await db.raw<{ rows: { id: PostId; key: string }[] }>(
        `select p.id, ${MEDIA_KEY} as key from posts p
        where p.composition_id = ? and p.user_id = ? and p.environment = ? order by p.id`,
        [id, owner.userId, owner.environment],
      );
      return new Map(rows.map((row) => [row.id, row.key]));
    },

    /** The files of that post are those that all have. @param postId null: each has its own */
    async noteCommonMedia(owner: Owner, id: number, postId: PostId | null): Promise<void> {
      const key = postId === null ? NOBODYS : db.raw(`(select ${MEDIA_KEY} from posts p where p.id = ?)`, [postId]);
      await ownedBy(db, 'compositions', owner)
        .where({ id })
        .update({ media_key: key } as object);
    },

    async change(owner: Owner, id: number, content: string): Promise<void> {
      await ownedBy(db, 'compositions', owner)
        .where({ id })
        .update({ content } as object);
    },

    /** Those whose posts have all been deleted. */
    async forgetEmpty(): Promise<void> {
      await db('compositions')
        .where('created_at', '<', db.raw(`now() - interval '${EMPTY_HOURS} hours'`))
        .whereNotExists(db('posts').select(db.raw('1')).whereRaw('posts.composition_id = compositions.id'))
        // Undo may still bring a post of it back.
        .whereRaw('not exists (select from bulk_change_posts b where b.composition_id = compositions.id)')
        .delete();
    },
  };
}
export type CompositionsRepository = ReturnType<typeof compositionsRepository>;
