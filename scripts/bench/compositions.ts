import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { IDEMPOTENCY_HEADER } from '../../api/src/contract/endpoint.ts';
import type { Product } from '../product.ts';
import { line, spread, timed } from './figures.ts';
import { withPlannedPosts, type PersonWithPosts } from './person-with-posts.ts';

const PLANNED = 20_000;
const PAGES = 60;
const READINGS = 20;
const HOUR_MS = 3_600_000;

/**
 * How long it takes to plan one text for sixty pages of somebody with thousands of planned posts, each time at another
 * hour, beside sixty bare rows in one statement.
 */
export function benchCompositions(product: Product, db: pg.Client): Promise<void> {
  const values = {
    content: "repeat('A post about bread. ', 10) || n",
    scheduled_at: "now() + interval '60 days' + n * interval '1 minute'",
  };
  return withPlannedPosts(product, db, { values, count: PLANNED }, (person) => benchComposing(product, db, person));
}

async function benchComposing(product: Product, db: pg.Client, { cookie, userId }: PersonWithPosts): Promise<void> {
  const { rows: pages } = await db.query<{ id: number }>(
    'select id from facebook_pages where user_id = $1 and is_connected order by id limit $2',
    [userId, PAGES],
  );
  if (pages.length < PAGES) throw new Error(`The person has ${pages.length} pages`);
  await db.query('create table bare_plan (like posts including all)');
  try {
    const readings = { calls: [] as number[], rows: [] as number[] };
    for (let reading = 0; reading <= READINGS; reading += 1) {
      const scheduledAt = new Date(Date.now() + (reading + 24) * HOUR_MS).toISOString();
      const body = {
        content: `A text for sixty pages ${reading}`,
        status: 'scheduled',
        scheduledAt,
        staggerMinutes: 1,
        pages: pages.map(({ id }) => ({ facebookPageId: Number(id) })),
      };
      const calls = await timed(() => compose(product, cookie, body));
      const rows = await timed(() => bareRows(db, String(userId), body));
      // The first warms both up.
      if (reading === 0) continue;
      readings.calls.push(calls);
      readings.rows.push(rows);
    }
    const [ours, least] = [spread(readings.calls), spread(readings.rows)];
    line(
      `One text for ${PAGES} pages, ${PLANNED.toLocaleString('en')} posts planned`,
      `${ours.median.toFixed(1)} ms (p95 ${ours.p95.toFixed(1)}, worst ${ours.worst.toFixed(1)})`,
      `the rows alone: ${least.median.toFixed(1)} ms`,
      'aim 500 ms',
    );
  } finally {
    await db.query('drop table bare_plan');
  }
}

interface Plan {
  readonly content: string;
  readonly scheduledAt: string;
  readonly pages: readonly { readonly facebookPageId: number }[];
}

async function compose(product: Product, cookie: string, body: Plan): Promise<void> {
  const answer = await fetch(`${product.url}/api/compositions`, {
    method: 'POST',
    headers: {
      cookie,
      origin: product.url,
      'content-type': 'application/json',
      [IDEMPOTENCY_HEADER]: randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${text}`);
}

async function bareRows(db: pg.Client, userId: string, { content, scheduledAt, pages }: Plan): Promise<void> {
  await db.query(
    `insert into bare_plan (user_id, environment, target, facebook_page_id, content, content_type, placement, status,
        scheduled_at)
      select $1, 'development', 'facebook', page, $2, 'story', 'feed', 'scheduled', $3 from unnest($4::bigint[]) page`,
    [userId, content, scheduledAt, pages.map(({ facebookPageId }) => facebookPageId)],
  );
}
