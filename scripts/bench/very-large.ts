import type pg from 'pg';
import type { Product } from '../product.ts';
import { line, spread, timed } from './figures.ts';

const DAYS = 10;
const WAITING = 100_000;
const CLAIMS = 40;
const AT_ONCE = 48;
const MADE = 10_000;

/**
 * What a table of posts costs that is very large, as it is and parted by days: to make posts, to claim those that are
 * due, and to be rid of the oldest day. The indexes are those of `posts`; triggers and foreign keys are left out.
 */
export async function benchVeryLarge(_product: Product, db: pg.Client, rows: number): Promise<void> {
  for (const [name, make] of [
    ['as it is', makePlain],
    ['by days', makeParted],
  ] as const) {
    await db.query('drop table if exists large_posts cascade');
    const filled = await timed(() => make(db, rows));
    const made = await timed(() => fill(db, MADE, "now() + interval '1 hour'", 'scheduled'));
    const claims: number[] = [];
    for (let n = 0; n < CLAIMS; n += 1) claims.push(await timed(() => claim(db)));
    const { size } = (
      await db.query<{ size: string }>(
        `select pg_size_pretty(sum(pg_indexes_size(c.oid))) || ' of '
          || pg_size_pretty(sum(pg_total_relation_size(c.oid)))
          as size from pg_class c
        where c.relkind = 'r' and c.relname like 'large_posts%'`,
      )
    ).rows[0]!;
    const removed = await timed(() => removeOldestDay(db, name === 'by days'));
    line(
      `${rows} posts, ${name}`,
      `claim of ${AT_ONCE}: ${spread(claims).median.toFixed(1)} ms`,
      `insert: ${((made / MADE) * 1000).toFixed(0)} us a post; filled in ${(filled / 1000).toFixed(0)} s`,
      `indexes ${size}; oldest day gone in ${removed.toFixed(0)} ms`,
    );
  }
  await db.query('drop table large_posts cascade');
}

const INDEXES = `select regexp_replace(indexdef, ' ON (ONLY )?[a-z_.]*posts ', ' on large_posts ') as sql,
  indexname as name,
  indexdef like 'CREATE UNIQUE%' as is_unique
  from pg_indexes where tablename = 'posts'`;

async function index(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ sql: string; name: string; is_unique: boolean }>(INDEXES);
  for (const { sql, name, is_unique: isUnique } of rows)
    await db.query(sql.replace('CREATE UNIQUE', isUnique ? 'create' : 'CREATE UNIQUE').replace(name, `large_${name}`));
}

const LIKE = '(like posts including defaults)';

async function makePlain(db: pg.Client, rows: number): Promise<void> {
  await db.query(`create table large_posts ${LIKE}`);
  await fillAll(db, rows);
}

async function makeParted(db: pg.Client, rows: number): Promise<void> {
  await db.query('create table large_posts (like posts including defaults) partition by range (scheduled_at)');
  for (let day = -DAYS; day <= 1; day += 1)
    await db.query(
      `do $$ begin execute format('create table large_posts_%s partition of large_posts for values from (%L) to (%L)',
        ${day + DAYS}, date_trunc('day', now()) + interval '${day} days',
        date_trunc('day', now()) + interval '${day + 1} days');
      end $$`,
    );
  await fillAll(db, rows);
}

async function fillAll(db: pg.Client, rows: number): Promise<void> {
  await fill(
    db,
    rows,
    `date_trunc('day', now()) - interval '${DAYS} days' + n * interval '${DAYS} days' / ${rows}`,
    'published',
  );
  await fill(db, WAITING, "now() - interval '1 minute' + n * interval '1 second'", 'scheduled');
  await index(db);
  await db.query('vacuum (analyze) large_posts');
}

async function fill(db: pg.Client, count: number, at: string, status: 'published' | 'scheduled'): Promise<void> {
  await db.query(
    `insert into large_posts (id, status, user_id, environment, target, content, content_type, scheduled_at,
      published_at, remote_id, created_at, updated_at)
    select n + (random() * 1e15)::bigint, '${status}', n % 100000, 'production',
      'facebook', repeat('A post about bread. ', 10) || n, 'story', at,
      ${status === 'published' ? "at, 'r' || n" : 'null, null'}, at, at
    from (select n, ${at} as at from generate_series(0, ${count - 1}) n) m`,
  );
}

async function claim(db: pg.Client): Promise<void> {
  await db.query(
    `with due as (select id, scheduled_at from large_posts where status = 'scheduled' and scheduled_at <= now()
      and scheduled_at > now() - interval '1 day' order by scheduled_at limit ${AT_ONCE} for update skip locked)
    update large_posts p set status = 'publishing', lease_expires_at = now(), lease_token = gen_random_uuid()
    from due where p.id = due.id and p.scheduled_at = due.scheduled_at`,
  );
}

async function removeOldestDay(db: pg.Client, isParted: boolean): Promise<void> {
  await db.query(
    isParted
      ? 'drop table large_posts_0'
      : `delete from large_posts where scheduled_at < date_trunc('day', now()) - interval '${DAYS - 1} days'`,
  );
}
