import type { Knex } from 'knex';
import { bucketOf } from '../visits/buckets.ts';
import { peopleOf } from '../visits/people.ts';
import type { HardFailure } from './hard-failure.ts';
import { FREEZE_MS } from './met-in-visit.ts';
import type { Of } from './verdict.ts';

const DAYS = 7;

/** What is counted of every version, shared or not. */
export type Before = Readonly<Record<Extract<HardFailure, 'error' | 'call' | 'freeze'>, Of>>;
type Counted = keyof Before | 'view';

/** How many people there were with a version, and how many of them met this, on the busiest of the last days. */
export async function metBefore(db: Knex, { name, version }: { name: string; version: string }): Promise<Before> {
  const { rows } = await db.raw<{ rows: { met: Counted; people: number }[] }>(
    `
    with figures as (
      select case figure when 'INP' then 'freeze' when 'call_5xx' then 'call' when 'call_none' then 'call'
          else figure end as met, at, people
        from area_figures where name = ? and version = ? and at > now() - make_interval(days => ?)
          and (figure in ('view', 'error', 'call_5xx', 'call_none') or figure = 'INP' and bucket >= ?)),
    days as (
      select met, coalesce(bit_count(bit_or(people)), 0) as people from figures
        group by met, date_trunc('day', at, 'UTC'))
    select met, max(people)::int as people from days group by met`,
    [name, version, DAYS, bucketOf('INP', FREEZE_MS)],
  );
  const peopleWho = (met: Counted) => peopleOf(rows.find((row) => row.met === met)?.people ?? 0);
  const of = (met: Counted): Of => ({ met: peopleWho(met), people: peopleWho('view') });
  return { error: of('error'), call: of('call'), freeze: of('freeze') };
}
