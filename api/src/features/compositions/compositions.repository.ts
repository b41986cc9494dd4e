import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';

interface CompositionRow {
  id: number;
  content: string;
  created_at: Date;
}

/** What ties posts of several pages together. */
export interface StoredComposition {
  readonly id: number;
  readonly content: string;
  readonly createdAt: Date;
}

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
      return row === undefined ? null : { id: row.id, content: row.content, createdAt: row.created_at };
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
