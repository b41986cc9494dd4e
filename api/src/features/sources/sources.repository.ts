import type { Knex } from 'knex';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { RETENTION } from '../../retention.ts';
import type { ReadText } from './reading/read-text.ts';

/** A page or a file as it was read. */
export interface NewSource extends ReadText {
  readonly kind: 'link' | 'file' | 'feed';
  readonly address: string | null;
  readonly name: string;
}
export interface KeptSource extends NewSource {
  readonly id: number;
}

interface SourceRow {
  id: number;
  kind: NewSource['kind'];
  address: string | null;
  name: string;
  title: string;
  author: string | null;
  published_at: Date | null;
  content: string;
  is_cut: boolean;
}

export function sourcesRepository(db: Knex) {
  return {
    async add(owner: Owner, source: NewSource): Promise<KeptSource> {
      const [row] = await db('sources')
        .insert({
          ...ownedColumns(owner),
          kind: source.kind,
          address: source.address,
          name: source.name,
          title: source.title,
          author: source.author,
          published_at: source.publishedAt,
          content: source.text,
          is_cut: source.isCut,
        })
        .returning<{ id: number }[]>('id');
      return { ...source, id: (row as { id: number }).id };
    },

    /** A program of some pages finds none: what a person read is for no page in particular. */
    async find(owner: Owner, id: number): Promise<KeptSource | null> {
      if (owner.onlyPages) return null;
      const row = await ownedBy<SourceRow>(db, 'sources', owner).where({ id }).first();
      return row === undefined ? null : toSource(row);
    },

    async forgetOld(): Promise<void> {
      await db('sources')
        .where('created_at', '<', db.raw(`now() - interval '${RETENTION.sourcesDays} days'`))
        .delete();
    },
  };
}
export type SourcesRepository = ReturnType<typeof sourcesRepository>;

function toSource(row: SourceRow): KeptSource {
  return {
    id: row.id,
    kind: row.kind,
    address: row.address,
    name: row.name,
    title: row.title,
    author: row.author,
    publishedAt: row.published_at,
    text: row.content,
    isCut: row.is_cut,
  };
}
