import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { mapWithPauses } from '../../with-pauses.ts';
import { linksIn } from './intent.ts';
import { COMPARED, signsOf, SKETCH_BYTES, sketchOf } from './likeness.ts';
import { AT, AT_OF_PROPOSAL, POSTS, PROPOSALS, scopesOf, type Around } from './looked-at.sql.ts';
import type { Reference } from './proposal.ts';

const SKETCHED_AT_ONCE = 500;
/** How new it is: 3 within a day, 2 within a week, else 1. */
const newness = (created: string) => `case when ${created} > now() - interval '1 day' then 3
  when ${created} > now() - interval '7 days' then 2 else 1 end`;
const NO_SKETCH = `decode('${'00'.repeat(SKETCH_BYTES)}', 'hex')`;
/** Its number; how new it is, negative where it has no sketch yet; its time in milliseconds; its sketch. */
const record = (id: string, created: string, at: string) =>
  `int8send(${id}) || int2send(((${newness(created)}) * case when s.sketch is null then -1 else 1 end)::int2)
    || int8send((extract(epoch from ${at}) * 1000)::bigint) || coalesce(s.sketch, ${NO_SKETCH})`;
const HEAD = 18;
const RECORD = HEAD + SKETCH_BYTES;

/** A post or proposal of a page, by the sketch of its text. */
export interface Sketched extends Reference {
  /** Made within a day: 3, within a week: 2, else 1. */
  readonly newness: number;
  /** When it is out, or is to go out; milliseconds. */
  readonly at: number;
  readonly isSketched: boolean;
  /** Its sketch stands in this, with others, from here on. */
  readonly sketch: Buffer;
  readonly from: number;
}

/** Sketches and texts of what pages have had, have planned, or were offered: some statements, however many pages. */
export function pageSketchesRepository(db: Knex) {
  return { ...readingSketches(db), ...sketching(db) };
}

function readingSketches(db: Knex) {
  const SKETCHES = {
    post: `select p.facebook_page_id as id, string_agg(${record('p.id', 'p.created_at', AT)}, ''::bytea) as all
      from (select * from ${POSTS} and p.placement = 'feed') p
      left join post_sketches s on s.post_id = p.id and s.of_text = hashtext(p.content) group by p.facebook_page_id`,
    proposal: `select pr.facebook_page_id as id,
        string_agg(${record('pr.id', 'pr.created_at', AT_OF_PROPOSAL)}, ''::bytea) as all
      from (select * from ${PROPOSALS} and pr.placement = 'feed') pr
      left join proposal_sketches s on s.proposal_id = pr.id and s.of_text = hashtext(pr.content)
      group by pr.facebook_page_id`,
  };

  return {
    /** Of each page; whatever has no sketch yet is there without. */
    async sketches(around: Around, kinds: readonly Reference['kind'][]): Promise<ReadonlyMap<PageId, Sketched[]>> {
      const scopes = await scopesOf(db, around);
      const sketches = new Map<PageId, Sketched[]>(around.pageIds.map((id) => [id, []]));
      for (const kind of kinds) {
        const { values, pages } = scopes[kind];
        const { rows } = await db.raw<{ rows: { id: PageId; all: Buffer }[] }>(SKETCHES[kind], values);
        for (const { id, all } of rows) {
          const pageId = pages.get(id) ?? id;
          sketches.set(pageId, [...(sketches.get(pageId) ?? []), ...recordsIn(kind, all)]);
        }
      }
      return sketches;
    },

    /** The beginnings of their texts, as they are by now. */
    async texts(found: readonly Reference[]): Promise<(Reference & { readonly content: string; readonly at: Date })[]> {
      const of = (kind: Reference['kind']) => found.filter((one) => one.kind === kind).map(({ id }) => id);
      const { rows } = await db.raw<{ rows: (Reference & { content: string; at: Date })[] }>(
        `select 'post' as kind, p.id, left(p.content, ${COMPARED}) as content, ${AT} as at from posts p
          where p.id = any(?::bigint[])
        union all select 'proposal', pr.id, left(pr.content, ${COMPARED}), ${AT_OF_PROPOSAL}
          from proposals pr where pr.id = any(?::bigint[])`,
        [of('post'), of('proposal')],
      );
      return rows;
    },

    /** The posts that were made of these proposals. */
    async postsOf(owner: Owner, proposalIds: readonly number[]): Promise<number[]> {
      return ownedBy(db, 'proposals', owner)
        .whereIn('id', [...proposalIds])
        .whereNotNull('post_id')
        .pluck<number[]>('post_id');
    },
  };
}

function recordsIn(kind: Reference['kind'], all: Buffer): Sketched[] {
  return Array.from({ length: all.length / RECORD }, (_, n) => {
    const from = n * RECORD;
    const newness = all.readInt16BE(from + 8);
    return {
      kind,
      id: Number(all.readBigInt64BE(from)),
      newness: Math.abs(newness),
      at: Number(all.readBigInt64BE(from + 10)),
      isSketched: newness > 0,
      sketch: all,
      from: from + HEAD,
    };
  });
}

/** Sketches of texts: made when somebody asks for one that may be like them, of those that have none. */
function sketching(db: Knex) {
  return {
    async sketch(owner: Owner, ...pageIds: PageId[]): Promise<void> {
      const scopes = await scopesOf(db, { owner, pageIds, exceptId: 0 });
      for (const kind of ['post', 'proposal'] as const) {
        const { values } = scopes[kind];
        let [last, count] = [0, SKETCHED_AT_ONCE];
        while (count === SKETCHED_AT_ONCE) {
          const { rows } = await db.raw<{ rows: Unsketched[] }>(WITHOUT[kind], [...values, last]);
          count = rows.length;
          if (count === 0) break;
          last = rows.at(-1)?.id ?? last;
          await db.raw(INSERT[kind], [JSON.stringify(await mapWithPauses(rows, sketched)), rows.map(({ id }) => id)]);
        }
      }
    },
  };
}

interface Unsketched {
  id: number;
  content: string;
  of_text: number;
}
const sketched = ({ id, content, of_text: ofText }: Unsketched) => ({
  id,
  of_text: ofText,
  sketch: sketchOf(signsOf(content)).toString('hex'),
  links: linksIn(content),
});
const without = (from: string, alias: string, thing: string) => `
  select ${alias}.id, left(${alias}.content, ${COMPARED}) as content, hashtext(${alias}.content) as of_text from ${from}
    and ${alias}.placement = 'feed' and not exists (select from ${thing}_sketches s
      where s.${thing}_id = ${alias}.id and s.of_text = hashtext(${alias}.content))
    and ${alias}.id > ? order by ${alias}.id limit ${SKETCHED_AT_ONCE}`;
const WITHOUT = { post: without(POSTS, 'p', 'post'), proposal: without(PROPOSALS, 'pr', 'proposal') };
/** What somebody deletes at this moment is passed over. */
const insertOf = (thing: string) => `
  insert into ${thing}_sketches (${thing}_id, of_text, sketch, links)
  select made.id, made.of_text, decode(made.sketch, 'hex'), made.links
  from jsonb_to_recordset(?::jsonb) as made (id bigint, of_text int, sketch text, links text[])
  where made.id in (select t.id from ${thing}s t where t.id = any(?::bigint[]) for key share skip locked)
  order by made.id
  on conflict (${thing}_id) do update
    set of_text = excluded.of_text, sketch = excluded.sketch, links = excluded.links`;
const INSERT = { post: insertOf('post'), proposal: insertOf('proposal') };
