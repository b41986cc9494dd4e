import type { Knex } from 'knex';
import { CALL_OUTCOMES, type CallOutcome, type Vital, type VersionFigures } from '../../contract/visits.ts';
import { percentile } from './buckets.ts';
import { peopleOf } from './people.ts';
import { RETENTION } from '../../retention.ts';

export type Figure = 'view' | 'error' | `call_${CallOutcome}` | Vital;

/** So many more of one figure. */
export interface Counted {
  readonly name: string;
  readonly version: string;
  readonly figure: Figure;
  /** The range of values that a vital lies in; 0 for all others. */
  readonly bucket: number;
  readonly count: number;
  /** Whoever it was, as one bit; null where nobody is logged in. */
  readonly person: string | null;
}

interface SumRow {
  readonly name: string;
  readonly version: string;
  readonly figure: Figure;
  readonly bucket: number;
  readonly count: number;
  readonly people: number;
}

const SHOWN_DAYS = 7;
/** Counted by the minute for so long, and then by the hour, and then by the day. */
const BY_MINUTE_HOURS = 2;
const BY_HOUR_HOURS = 48;

/** What people met in each version, counted together and never by person. */
export function areaFiguresRepository(db: Knex) {
  /** Counts what is older than so many hours by the `span`, in the place of the finer counts. */
  async function coarsen(span: 'hour' | 'day', hours: number): Promise<void> {
    await db.raw(
      `
      with finer as (
        delete from area_figures
          where at < date_trunc(?, now() - make_interval(hours => ?), 'UTC')
            and at <> date_trunc(?, at, 'UTC')
          returning *)
      insert into area_figures (name, version, figure, bucket, at, count, people)
        select name, version, figure, bucket, date_trunc(?, at, 'UTC'), least(sum(count), 2147483647), bit_or(people)
          from finer group by 1, 2, 3, 4, 5
        ${ADDED}`,
      [span, hours, span, span],
    );
  }

  return {
    /** Adds to the counts of this minute. Versions that are gone meanwhile are left out. */
    async add(counted: readonly Counted[]): Promise<void> {
      if (counted.length === 0) return;
      // In one order, so that two reports never wait for each other.
      await db.raw(
        `
        insert into area_figures (name, version, figure, bucket, at, count, people)
          select name, version, figure, bucket, date_trunc('minute', now()), sum(count), bit_or(person::bit(1024))
            from json_to_recordset(?) as given(name text, version text, figure text, bucket smallint, count integer,
              person text)
            where exists (select from remote_releases r where r.name = given.name and r.version = given.version)
            group by 1, 2, 3, 4 order by 1, 2, 3, 4
          ${ADDED}`,
        [JSON.stringify(counted)],
      );
    },

    /** Of the last seven days. */
    async ofVersions(): Promise<VersionFigures[]> {
      const { rows } = await db.raw<{ rows: SumRow[] }>(
        `
        with days as (
          select name, version, figure, bucket, sum(count) as count, coalesce(bit_count(bit_or(people)), 0) as people
            from area_figures where at > now() - make_interval(days => ?)
            group by name, version, figure, bucket, date_trunc('day', at, 'UTC'))
        select name, version, figure, bucket, sum(count)::int as count, max(people)::int as people
          from days group by 1, 2, 3, 4`,
        [SHOWN_DAYS],
      );
      const groups = Map.groupBy(rows, ({ name, version }) => `${name} ${version}`);
      return [...groups.values()].map(toFigures);
    },

    /** Makes old counts coarser, and deletes the oldest. */
    async sweep(): Promise<void> {
      await coarsen('hour', BY_MINUTE_HOURS);
      await coarsen('day', BY_HOUR_HOURS);
      await db('area_figures')
        .where('at', '<', db.raw('now() - make_interval(days => ?)', [RETENTION.areaFiguresDays]))
        .delete();
    },
  };
}
export type AreaFiguresRepository = ReturnType<typeof areaFiguresRepository>;

const ADDED = `
  on conflict (name, version, figure, bucket, at) do update set
    count = least(area_figures.count::bigint + excluded.count, 2147483647),
    people = coalesce(area_figures.people | excluded.people, area_figures.people, excluded.people)`;

function toFigures(rows: readonly SumRow[]): VersionFigures {
  const of = (...figures: readonly Figure[]) => {
    const own = rows.filter(({ figure }) => figures.includes(figure));
    return {
      count: own.reduce((sum, { count }) => sum + count, 0),
      people: peopleOf(Math.max(0, ...own.map(({ people }) => people))),
    };
  };
  const p75 = (metric: Vital) =>
    percentile(
      metric,
      new Map(rows.filter(({ figure }) => figure === metric).map(({ bucket, count }) => [bucket, count])),
      0.75,
    );
  const [views, errors, failed] = [of('view'), of('error'), of('call_5xx', 'call_none')];
  const [refused] = CALL_OUTCOMES;
  const { name = '', version = '' } = rows[0] ?? {};
  return {
    name,
    version,
    views: views.count,
    people: views.people,
    errors: errors.count,
    peopleWithErrors: errors.people,
    failedCalls: failed.count,
    peopleWithFailedCalls: failed.people,
    refusedCalls: of(`call_${refused}`).count,
    lcpMs: p75('LCP'),
    inpMs: p75('INP'),
    cls: p75('CLS'),
  };
}
