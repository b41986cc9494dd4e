import type { Knex } from 'knex';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { RepeatedText } from './recurrence.ts';

interface TextRow {
  id: number;
  recurrence_id: number;
  content: string;
  media_type: RepeatedText['mediaType'];
}

/** The texts of a rule, in their order. */
export function repeatedTextsRepository(db: Knex) {
  return {
    async ofRecurrence(owner: Owner, recurrenceId: number): Promise<RepeatedText[]> {
      const rows = await ownedBy<TextRow>(db, 'recurrence_texts', owner)
        .where({ recurrence_id: recurrenceId })
        .orderBy([{ column: 'position' }, { column: 'id' }]);
      return rows.map(({ id, content, media_type }) => ({ id, content, mediaType: media_type }));
    },

    /** How many each of the owner's rules has, and how the first begins. */
    async summaries(
      owner: Owner,
      excerptLength: number,
    ): Promise<ReadonlyMap<number, { readonly count: number; readonly excerpt: string }>> {
      const { rows } = await db.raw<{ rows: { id: number; count: number; excerpt: string }[] }>(
        `
        select recurrence_id as id, count(*)::int as count,
          left((array_agg(content order by position, id))[1], ?) as excerpt
        from recurrence_texts where user_id = ? and environment = ? group by recurrence_id`,
        [excerptLength, owner.userId, owner.environment],
      );
      return new Map(rows.map(({ id, ...summary }) => [id, summary]));
    },

    async add(owner: Owner, recurrenceId: number, position: number, text: Omit<RepeatedText, 'id'>): Promise<number> {
      const [made] = await db('recurrence_texts')
        .insert({
          ...ownedColumns(owner),
          recurrence_id: recurrenceId,
          position,
          content: text.content,
          media_type: text.mediaType,
        })
        .returning<{ id: number }[]>('id');
      return (made as { id: number }).id;
    },

    async change(owner: Owner, id: number, position: number, text: Omit<RepeatedText, 'id'>): Promise<void> {
      await ownedBy(db, 'recurrence_texts', owner)
        .where({ id })
        .update({ position, content: text.content, media_type: text.mediaType } as object);
    },

    async removeOthers(owner: Owner, recurrenceId: number, kept: readonly number[]): Promise<void> {
      await ownedBy(db, 'recurrence_texts', owner)
        .where({ recurrence_id: recurrenceId })
        .whereNotIn('id', [...kept])
        .delete();
    },
  };
}
