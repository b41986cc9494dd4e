import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '../../api/src/db/database.ts';
import { migrate } from '../../api/src/db/migrate.ts';
import { planningService } from '../../api/src/features/automation/planning.service.ts';
import { slotsRepository } from '../../api/src/features/automation/slots.repository.ts';
import { line, spread } from './figures.ts';

type Database = ReturnType<typeof openDatabase>;

const OWNERS = 200;
const PAGES = 10_000;
const IDLE_TICKS = 200;

/** One cycle of many pages, and what a tick costs that finds nothing to do; in a database where no loop runs. */
export async function benchAutomation(serverUrl: string): Promise<void> {
  const name = `pagecast_bench_${randomBytes(4).toString('hex')}`;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const db = openDatabase(url.href);
  try {
    await fill(db);
    // A statement in a transaction is told twice.
    const statements = new Set<string>();
    db.on('query', ({ sql, __knexQueryUid }: { sql: string; __knexQueryUid: string }) => {
      if (!/^(BEGIN|COMMIT)/i.test(sql)) statements.add(__knexQueryUid);
    });
    const start = performance.now();
    await planningService({ db, adminIds: [] }).planDue();
    const ms = performance.now() - start;
    const queries = statements.size;
    const slots = Number((await db('automation_slots').count({ n: '*' }).first())?.['n']);
    line(
      `Planning one cycle for ${PAGES} pages`,
      `${ms.toFixed(0)} ms, ${slots} slots`,
      `bare insert: ${(await bareInsert(db)).toFixed(0)} ms`,
      `aim 2000 ms, one query each way (${queries} in all)`,
    );

    await db('automation_slots').update({ next_at: db.raw("now() + interval '1 hour'") });
    const [repository, ticks, empty] = [slotsRepository(db), [] as number[], [] as number[]];
    for (let tick = 0; tick < IDLE_TICKS; tick += 1) {
      const before = performance.now();
      await repository.due();
      ticks.push(performance.now() - before);
      const then = performance.now();
      await db.raw('select 1');
      empty.push(performance.now() - then);
    }
    line(
      'Tick of automation with nothing to do',
      `median ${spread(ticks).median.toFixed(2)}, p95 ${spread(ticks).p95.toFixed(2)} ms`,
      `select 1: median ${spread(empty).median.toFixed(2)} ms`,
      'one statement',
    );
  } finally {
    await db.destroy();
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  }
}

/** People with their pages, whose cycle is due. */
async function fill(db: Database): Promise<void> {
  await db.raw(
    `
    insert into users (environment, facebook_id, name, first_name, last_name)
      select 'production', 'u' || n, 'Bench', 'Bench', '' from generate_series(1, ?) n`,
    [OWNERS],
  );
  await db.raw("insert into access_entries (facebook_id, name, type) select facebook_id, name, 'whitelist' from users");
  await db.raw(
    `
    insert into facebook_pages (user_id, environment, page_id, name) select u.id, u.environment, 'p' || n, 'Page ' || n
    from generate_series(1, ?) n join (select *, row_number() over (order by id) as k from users) u on u.k = n % ? + 1`,
    [PAGES, OWNERS],
  );
  await db.raw(`
    insert into automation_page_configurations (facebook_page_id, user_id, environment, is_enabled, content_scope, mode)
      select id, user_id, environment, true, 'Bread', 'publish' from facebook_pages`);
  await db.raw(`
    insert into automation_settings (user_id, environment, is_enabled, anchor_at, next_cycle_at)
      select id, environment, true, now(), now() from users`);
  await db.raw('analyze');
}

/** The same rows with the same indexes, and no thought. */
async function bareInsert(db: Database): Promise<number> {
  await db.raw('create table bare_slots (like automation_slots including all)');
  const start = performance.now();
  await db.raw('insert into bare_slots overriding system value select * from automation_slots');
  return performance.now() - start;
}
