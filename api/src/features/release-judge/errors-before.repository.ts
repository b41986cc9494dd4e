import type { Knex } from 'knex';
import { peopleOf } from '../visits/people.ts';
import type { Of } from './verdict.ts';

const DAYS = 7;

/** How many people there were with a version, and how many of them met an error, on the busiest of the last days. */
export async function errorsBefore(db: Knex, { name, version }: { name: string; version: string }): Promise<Of> {
  const { rows } = await db.raw<{ rows: { figure: 'view' | 'error'; people: number }[] }>(
    `
    with days as (
      select figure, coalesce(bit_count(bit_or(people)), 0) as people from area_figures
        where name = ? and version = ? and figure in ('view', 'error') and at > now() - make_interval(days => ?)
        group by figure, date_trunc('day', at, 'UTC'))
    select figure, max(people)::int as people from days group by figure`,
    [name, version, DAYS],
  );
  const of = (figure: 'view' | 'error') => peopleOf(rows.find((row) => row.figure === figure)?.people ?? 0);
  return { met: of('error'), people: of('view') };
}
