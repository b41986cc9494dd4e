import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { REPETITION_DAYS } from '../../contract/composing.ts';
import type { Owner } from '../../db/owner.ts';
import { linksIn, normalised } from './intent.ts';
import { COMPARED, likenessOf, likenessOfSketches, signsOf, SKETCH_BYTES, SKETCH_ERROR, sketchOf } from './likeness.ts';
import type { Similar } from './proposal.ts';

/** So alike a person is asked about two texts, 0 to 1: the less, the nearer in time they are. */
const ALIKE = { ever: 0.7, week: 0.55, day: 0.4 } as const;
/** So many of those whose sketches are most alike are read. */
const READ = 60;
const SKETCHED_AT_ONCE = 500;
const EXCERPT = COMPARED;
const AT = 'coalesce(p.published_at, p.scheduled_at)';
/** What followers see on the page, whoever connected it. */
const OF_PAGE = `array(select o.id from facebook_pages g join facebook_pages o on o.page_id = g.page_id
  and o.environment = g.environment where g.id = ? and g.user_id = ? and g.environment = ?)`;
const POSTS = `posts p where p.facebook_page_id = any(${OF_PAGE})
  and p.status in ('scheduled', 'publishing', 'published')
  and ${AT} > now() - interval '${REPETITION_DAYS} days'
  and not exists (select from proposals own where own.post_id = p.id and own.id = ?)`;
/** Those of the same owner: what others propose is theirs until it is planned. */
const PROPOSALS = `proposals pr where pr.facebook_page_id = ? and pr.user_id = ? and pr.environment = ? and pr.id <> ?
  and (pr.state in ('waiting', 'approved') and pr.updated_at > now() - interval '${REPETITION_DAYS} days'
    or pr.state in ('rejected', 'withdrawn', 'expired') and pr.updated_at > now() - interval '7 days')`;
/** How near in time it is to what is asked for now: 3 within a day, 2 within a week, else 1. */
const nearness = (created: string, at: string) => `case
  when ${created} > now() - interval '1 day' or ${at} between ?::timestamptz - interval '1 day'
    and ?::timestamptz + interval '1 day' then 3
  when ${created} > now() - interval '7 days' then 2 else 1 end`;
const NO_SKETCH = `decode('${'00'.repeat(SKETCH_BYTES)}', 'hex')`;
/** Its number; how near it is, from 1 on, negative where it has no sketch yet; its sketch. */
const record = (id: string, near: string) =>
  `int8send(${id}) || int2send(((${near}) * case when s.sketch is null then -1 else 1 end)::int2)
    || coalesce(s.sketch, ${NO_SKETCH})`;
const HEAD = 10;
const RECORD = HEAD + SKETCH_BYTES;
const SAME_TEXT = 's.of_text = hashtext(p.content)';

export interface Asked {
  readonly pageId: PageId;
  readonly content: string;
  readonly marks: readonly string[];
  readonly placement: 'feed' | 'story';
  /** When it is to go out. */
  readonly at: Date;
  /** The proposal itself, which is like itself. */
  readonly exceptId: number;
}

type Kind = Similar['kind'];
interface Found {
  readonly kind: Kind;
  readonly id: number;
  readonly near: number;
}
interface Row {
  kind: Kind;
  id: number;
  content: string;
  at: Date;
}

/** Whether a page has had, has planned, or was offered a post that a new one may be. */
export function similarRepository(db: Knex) {
  const gathered = gathering(db);
  const marking = gatheringMarked(db);
  const { sketch } = sketching(db);
  return {
    sketch,

    /**
     * The one that is most like it; null where none is like it enough for a person to be asked. Every post and proposal
     * of the page counts, however many there are: each is compared by its sketch, and the nearest by their texts.
     */
    async closest(owner: Owner, asked: Asked, kinds: readonly Kind[] = ['post', 'proposal']): Promise<Similar | null> {
      const signs = asked.placement === 'feed' ? signsOf(asked.content) : new Set<number>();
      const gather = async () => (await Promise.all(kinds.map((kind) => gathered[kind](owner, asked)))).flat();
      let all = await gather();
      if (all.some(({ isSketched }) => !isSketched)) {
        await sketch(owner, asked.pageId);
        all = await gather();
      }
      const alike = nearest(all, sketchOf(signs));
      const isMarked = asked.marks.length > 0;
      const marked = isMarked ? (await Promise.all(kinds.map((kind) => marking[kind](owner, asked)))).flat() : [];
      const read = await gathered.texts([...alike, ...marked]);
      const measured = read.map((row) => {
        const near = all.find(({ kind, id }) => kind === row.kind && id === row.id)?.near ?? 0;
        const likeness = likenessOf(signs, signsOf(row.content));
        const hasMarks = marked.some(({ kind, id }) => kind === row.kind && id === row.id);
        return { row, likeness, isAlike: likeness >= needed(near) || hasMarks };
      });
      const [closest] = measured
        .filter(({ isAlike }) => isAlike)
        .toSorted((a, b) => b.likeness - a.likeness || a.row.kind.localeCompare(b.row.kind) || b.row.id - a.row.id);
      if (closest === undefined) return null;
      const { kind, id, content, at } = closest.row;
      const isSame = asked.placement === 'feed' && normalised(content) === normalised(asked.content.slice(0, EXCERPT));
      return { kind, id, content, at: at.toISOString(), isSame };
    },
  };
}

const needed = (near: number): number => [ALIKE.ever, ALIKE.week, ALIKE.day][near] ?? ALIKE.day;

/** Those that may be alike, the most alike first. */
function nearest(all: readonly (Found & { readonly sketch: Buffer; readonly from: number })[], asked: Buffer): Found[] {
  return all
    .map((found) => ({ found, likeness: likenessOfSketches(asked, found.sketch, found.from) }))
    .filter(({ found, likeness }) => likeness > 0 && likeness >= needed(found.near) - SKETCH_ERROR)
    .toSorted((a, b) => b.likeness - a.likeness || b.found.id - a.found.id)
    .slice(0, READ)
    .map(({ found }) => found);
}

/** Sketches of texts: made when somebody asks for one that may be like them, of those that have none. */
function sketching(db: Knex) {
  return {
    async sketch({ userId, environment }: Owner, pageId: PageId): Promise<void> {
      for (const { sql, values, insert } of [
        { sql: POSTS_WITHOUT, values: [pageId, userId, environment, 0], insert: INSERT.post },
        { sql: PROPOSALS_WITHOUT, values: [pageId, userId, environment, 0], insert: INSERT.proposal },
      ]) {
        let [last, count] = [0, SKETCHED_AT_ONCE];
        while (count === SKETCHED_AT_ONCE) {
          const { rows } = await db.raw<{ rows: Unsketched[] }>(sql, [...values, last]);
          count = rows.length;
          if (count === 0) break;
          last = rows.at(-1)?.id ?? last;
          await db.raw(insert, [JSON.stringify(rows.map(sketched)), rows.map(({ id }) => id)]);
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
const POSTS_WITHOUT = without(POSTS, 'p', 'post');
const PROPOSALS_WITHOUT = without(PROPOSALS, 'pr', 'proposal');
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

function gathering(db: Knex) {
  const recordsOf = (kind: Kind, all: Buffer | null) =>
    Array.from({ length: (all?.length ?? 0) / RECORD }, (_, n) => {
      const sketch = all!;
      const from = n * RECORD;
      const near = sketch.readInt16BE(from + 8);
      return {
        kind,
        id: Number(sketch.readBigInt64BE(from)),
        near: Math.abs(near) - 1,
        isSketched: near > 0,
        sketch,
        from: from + HEAD,
      };
    });
  const one = async (sql: string, values: readonly Knex.RawBinding[]): Promise<Buffer | null> =>
    (await db.raw<{ rows: [{ all: Buffer | null }] }>(sql, [...values])).rows[0].all;

  return {
    async post({ userId, environment }: Owner, { pageId, at, exceptId }: Asked) {
      const all = await one(
        `select string_agg(${record('p.id', nearness('p.created_at', AT))}, ''::bytea) as all
        from (select * from ${POSTS} and p.placement = 'feed') p
        left join post_sketches s on s.post_id = p.id and ${SAME_TEXT}`,
        [at, at, pageId, userId, environment, exceptId],
      );
      return recordsOf('post', all);
    },

    async proposal({ userId, environment }: Owner, { pageId, at, exceptId }: Asked) {
      const all = await one(
        `select string_agg(${record('pr.id', nearness('pr.created_at', 'coalesce(pr.scheduled_at, pr.created_at)'))},
          ''::bytea) as all from (select * from ${PROPOSALS} and pr.placement = 'feed') pr
        left join proposal_sketches s on s.proposal_id = pr.id and s.of_text = hashtext(pr.content)`,
        [at, at, pageId, userId, environment, exceptId],
      );
      return recordsOf('proposal', all);
    },

    async texts(found: readonly Found[]): Promise<Row[]> {
      const of = (kind: Kind) => found.filter((one) => one.kind === kind).map(({ id }) => id);
      const { rows } = await db.raw<{ rows: Row[] }>(
        `select 'post' as kind, p.id, left(p.content, ${EXCERPT}) as content, ${AT} as at from posts p
          where p.id = any(?::bigint[])
        union all select 'proposal', pr.id, left(pr.content, ${EXCERPT}), coalesce(pr.scheduled_at, pr.created_at)
          from proposals pr where pr.id = any(?::bigint[])`,
        [of('post'), of('proposal')],
      );
      return rows;
    },
  };
}

/** Those that show the same file within a week, or lead to the same within a day. */
function gatheringMarked(db: Knex) {
  const ids = async (kind: Kind, sql: string, values: readonly Knex.RawBinding[]): Promise<Found[]> =>
    (await db.raw<{ rows: { id: number }[] }>(sql, [...values])).rows.map(({ id }) => ({ kind, id, near: 0 }));

  return {
    post: ({ userId, environment }: Owner, { pageId, marks, exceptId }: Asked) =>
      ids(
        'post',
        `with marks as materialized (select ?::text[] as marks), near as materialized (
            select p.id, p.created_at from ${POSTS} and p.created_at > now() - interval '7 days')
          select n.id from near n, marks where exists (select from media_files m
              where m.post_id = n.id and 'file:' || m.sha256 = any(marks.marks))
            or n.created_at > now() - interval '1 day' and exists (select from post_sketches s
              where s.post_id = n.id and s.links && marks.marks)
          order by n.id desc limit 1`,
        [[...marks], pageId, userId, environment, exceptId],
      ),
    proposal: ({ userId, environment }: Owner, { pageId, marks, exceptId }: Asked) =>
      ids(
        'proposal',
        `select pr.id from ${PROPOSALS} and pr.created_at > now() - interval '7 days' and exists (
            select from unnest(pr.marks) mark where mark = any(?::text[])
              and (mark like 'file:%' or pr.created_at > now() - interval '1 day'))
          order by pr.id desc limit 1`,
        [pageId, userId, environment, exceptId, [...marks]],
      ),
  };
}
