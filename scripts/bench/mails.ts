import type pg from 'pg';
import type { Product } from '../product.ts';
import { line, spread } from './figures.ts';

const WAITING = 10_000;
const FRESH = 100;
const EVERY_MS = 100;
const PATIENCE_MS = 180_000;

/** How long a mail that is due takes to the mail server while thousands of other people's wait before it. */
export async function benchMails(product: Product, db: pg.Client): Promise<void> {
  await product.control('mails', { method: 'DELETE' });
  await waitingMails(db, 'crowd', WAITING, "now() - interval '1 minute'");
  const due = new Map<string, number>();
  for (let n = 0; n < FRESH; n += 1) {
    const [address] = await waitingMails(db, `fresh${n}x`, 1, 'now()');
    due.set(address ?? '', Date.now());
    await new Promise((resolve) => {
      setTimeout(resolve, EVERY_MS);
    });
  }
  const took = await arrivals(product, due);
  const sorted = took.toSorted((one, other) => one - other);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
  const { median } = spread(took);
  const figure = `${Math.round(median)} ms, p99 ${Math.round(p99)} ms`;
  line(
    `A mail with ${WAITING.toLocaleString('en')} waiting`,
    figure,
    `${took.length} of ${FRESH} came`,
    'p99 under 5 s',
  );
}

/** @returns their addresses */
async function waitingMails(db: pg.Client, name: string, count: number, dueAt: string): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    `with people as (
      insert into users (environment, facebook_id, name, first_name, last_name, email)
      select 'development', floor(random() * 1e15)::text, 'Somebody', 'Some', 'Body', $1 || n || '@bench.example.com'
      from generate_series(1, $2::int) n returning *
    ), let_in as (
      insert into access_entries (facebook_id, name, type, role)
      select facebook_id, name, 'whitelist', 'user' from people
    ), facts as (
      insert into outbox_facts (user_id, environment, kind, params)
      select id, environment, 'webhook_off', '{}' from people
      returning *
    ), mine as (
      insert into mails (user_id, environment, purpose, due_at) select id, environment, 'facts', ${dueAt} from people
      returning *
    ), told as (
      insert into mail_facts (mail_id, fact_id) select m.id, f.id from mine m join facts f on f.user_id = m.user_id
    )
    select email from people`,
    [name, count],
  );
  await db.query(
    "delete from outbox_deliveries d using outbox_facts f where f.id = d.fact_id and f.kind = 'webhook_off'",
  );
  return rows.map(({ email }) => email);
}

/** Milliseconds from when each was due to when the mail server had it. */
async function arrivals(product: Product, due: ReadonlyMap<string, number>): Promise<number[]> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const mails = await product.control<{ to: string; at: string }[]>('mails');
    const came = mails.flatMap(({ to, at }) => {
      const from = due.get(to);
      return from === undefined ? [] : [Date.parse(at) - from];
    });
    if (came.length >= due.size || Date.now() > until) return came;
    await new Promise((resolve) => {
      setTimeout(resolve, 3000);
    });
  }
}
