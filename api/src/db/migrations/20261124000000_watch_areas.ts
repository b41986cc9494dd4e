import type { Knex } from 'knex';

export const kind = 'expand';

/**
 * What people met in each version of an area. `area_figures` counts by minute, later by hour and day; `bucket` is a
 * range of values, of vitals alone. `people` has a bit for each person, at a place that changes from day to day: who it
 * was cannot be read from it. `area_errors` has a line for each place in the code, never for a person.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table area_figures (
      name text not null,
      version text not null,
      figure text not null constraint area_figures_figure_check check (figure in ('view', 'error', 'call_4xx',
        'call_5xx', 'call_none', 'LCP', 'INP', 'CLS')),
      bucket smallint not null,
      at timestamptz not null,
      count integer not null,
      people bit(1024),
      primary key (name, version, figure, bucket, at),
      foreign key (name, version) references remote_releases (name, version) on delete cascade
    );
    create index area_figures_at on area_figures (at);
    create table area_errors (
      name text not null,
      version text not null,
      fingerprint text not null,
      kind text not null constraint area_errors_kind_check check (kind in ('render', 'error', 'rejection')),
      error_name text not null,
      message text not null,
      frames jsonb not null,
      count integer not null,
      people bit(1024),
      first_at timestamptz not null default now(),
      last_at timestamptz not null default now(),
      primary key (name, version, fingerprint),
      foreign key (name, version) references remote_releases (name, version) on delete cascade
    );
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop table area_errors, area_figures');
}
