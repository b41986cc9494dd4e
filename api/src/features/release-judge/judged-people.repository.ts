import type { Knex } from 'knex';
import { JUDGED_METRICS, type JudgedMetric } from '../../contract/release-judgements.ts';
import type { Group, Groups } from './groups.ts';
import { HARD, type Visitor } from './hard-failure.ts';

/** What somebody told of the version that they were given. */
export interface Told {
  readonly shareId: number;
  /** A name that the server's key made of the person. */
  readonly person: Buffer;
  readonly isCandidate: boolean;
  readonly isNamed: boolean;
  /** A screen of it came. */
  readonly isSeen: boolean;
  readonly met: readonly JudgedMetric[];
}

interface VisitorRow {
  readonly met_candidate: number;
  readonly first_at: Date;
  readonly seen_at: Date | null;
  readonly failed_at: Date | null;
}

/** So many people who have the same version, and met the same. */
interface AlikeRow {
  readonly is_candidate: boolean;
  readonly met_candidate: number;
  readonly met_base: number;
  readonly people: number;
}

/** So many of the first people with a version are looked at one by one. */
const FIRST_PEOPLE = 20;

const bitOf = (metric: JudgedMetric) => 1 << JUDGED_METRICS.indexOf(metric);
const bitsOf = (metrics: readonly JudgedMetric[]) => metrics.reduce((bits, metric) => bits | bitOf(metric), 0);

/** Each person once, with the version they have by now. What they met counts for the one they met it with first. */
export function judgedPeopleRepository(db: Knex) {
  return {
    /** Nothing where the share has ended meanwhile, or where it is known already. */
    async tell({ shareId, person, isCandidate, isNamed, isSeen, met }: Told): Promise<void> {
      const [bits, hard] = [bitsOf(met), bitsOf(HARD)];
      await db.raw(TELL, [
        person,
        isCandidate,
        isNamed,
        isCandidate ? bits : 0,
        isCandidate ? 0 : bits,
        isSeen,
        isCandidate && (bits & hard) !== 0,
        shareId,
        hard,
      ]);
    },

    /** Those that chance chose. @param percent of all people who are given the candidate */
    async groups(shareId: number, percent: number): Promise<Groups> {
      const { rows } = await db.raw<{ rows: AlikeRow[] }>(ALIKE, [shareId]);
      // Who met something in the base and was given the candidate later belongs to both.
      const group = (own: (row: AlikeRow) => boolean, met: (row: AlikeRow) => number): Group => ({
        people: sum(rows.filter(own)),
        met: Object.fromEntries(
          JUDGED_METRICS.map((metric) => [metric, sum(rows.filter((row) => (met(row) & bitOf(metric)) !== 0))]),
        ) as unknown as Group['met'],
      });
      const candidate = group(
        (row) => row.is_candidate,
        (row) => row.met_candidate,
      );
      const base = group(
        (row) => !row.is_candidate || row.met_base !== 0,
        (row) => row.met_base,
      );
      return { share: percent / 100, candidate, base };
    },

    /** The first people with the candidate, those chosen by name among them, and the time that it is. */
    async visitors(shareId: number): Promise<{ visitors: Visitor[]; now: number }> {
      const { rows } = await db.raw<{ rows: VisitorRow[] }>(
        `
        select met_candidate, first_at, seen_at, failed_at from release_share_people
          where share_id = ? and is_candidate order by first_at limit ?`,
        [shareId, FIRST_PEOPLE],
      );
      const { rows: clock } = await db.raw<{ rows: { now: Date }[] }>('select clock_timestamp() as now');
      return { visitors: rows.map(toVisitor), now: clock[0]?.now.getTime() ?? 0 };
    },

    async forget(shareId: number, person: Buffer): Promise<void> {
      await db('release_share_people').where({ share_id: shareId, person }).delete();
    },

    /** Of shares that have ended nobody is kept. */
    async forgetEnded(): Promise<void> {
      await db.raw(FORGET_PEOPLE);
      await db.raw(FORGET_COUNTS);
    },
  };
}
export type JudgedPeopleRepository = ReturnType<typeof judgedPeopleRepository>;

const TELL = `
  insert into release_share_people as p
      (share_id, person, is_candidate, is_named, met_candidate, met_base, seen_at, failed_at)
    select id, ?::bytea, ?::boolean, ?::boolean, ?::smallint, ?::smallint,
        case when ?::boolean then now() end, case when ?::boolean then now() end
      from release_shares where id = ? and state = 'growing'
    on conflict (share_id, person) do update set
      is_candidate = excluded.is_candidate, is_named = excluded.is_named,
      met_candidate = p.met_candidate | (excluded.met_candidate & ~p.met_base),
      met_base = p.met_base | (excluded.met_base & ~p.met_candidate),
      first_at = case when p.is_candidate = excluded.is_candidate then p.first_at else now() end,
      seen_at = coalesce(excluded.seen_at, case when p.is_candidate = excluded.is_candidate then p.seen_at end),
      failed_at = coalesce(p.failed_at,
        case when excluded.met_candidate & ~p.met_base & ?::smallint <> 0 then now() end)
    where (p.is_candidate, p.is_named) <> (excluded.is_candidate, excluded.is_named)
      or excluded.met_candidate & ~(p.met_candidate | p.met_base) <> 0
      or excluded.met_base & ~(p.met_candidate | p.met_base) <> 0
      or excluded.seen_at > coalesce(p.seen_at, '-infinity') + interval '5 seconds'`;

/** Few lines, however many people there are: nearly all of them met nothing. Triggers keep them. */
const ALIKE = `
  select is_candidate, met_candidate, met_base, people from release_share_counts
    where share_id = ? and not is_named and people > 0`;

/** Found by the counts: a look at everybody, or at every share there ever was, would cost more with each. */
const FORGET_PEOPLE = `
  delete from release_share_people where share_id in (
    select c.share_id from release_share_counts c join release_shares s on s.id = c.share_id
      where s.state <> 'growing' and c.people > 0)`;
/** Whoever came in at that very moment has a count, which leads to them the next time. */
const FORGET_COUNTS = `
  delete from release_share_counts c using release_shares s
    where s.id = c.share_id and s.state <> 'growing' and c.people = 0`;

const sum = (rows: readonly AlikeRow[]) => rows.reduce((all, { people }) => all + people, 0);

function toVisitor(row: VisitorRow): Visitor {
  return {
    met: JUDGED_METRICS.filter((metric) => (row.met_candidate & bitOf(metric)) !== 0),
    firstAt: row.first_at.getTime(),
    seenAt: row.seen_at?.getTime() ?? null,
    failedAt: row.failed_at?.getTime() ?? null,
  };
}
