import pg from 'pg';
import type { Product } from '../product.ts';

const AT_ONCE = 48;
const TAKE = `update bare_posts set status = 'published' where id = (
  select id from bare_posts where status = 'scheduled' and scheduled_at <= now() order by scheduled_at, id limit 1
    for update skip locked) returning id`;

/**
 * The least that a queue in PostgreSQL can do: `SKIP LOCKED` and one update a post, with and without the two calls that
 * show it. In posts a second.
 */
export async function bareClaims(
  product: Product,
  count: number,
): Promise<{ withCalls: number; withoutCalls: number }> {
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 20 });
  try {
    const pages =
      (await product.control<{ role: string; pages: { id: string; access_token: string }[] }[]>('users')).find(
        ({ role }) => role === 'many',
      )?.pages ?? [];
    const show = async (n: number) => {
      const page = pages[n % pages.length];
      if (page === undefined) throw new Error('The account has no pages');
      const { id } = await post(product, `${page.id}/feed`, page.access_token, {
        message: `Bare ${n}`,
        published: 'false',
      });
      await post(product, id ?? '', page.access_token, { is_published: 'true' });
    };
    return { withoutCalls: await drain(pool, count, async () => {}), withCalls: await drain(pool, count, show) };
  } finally {
    await pool.query('drop table if exists bare_posts');
    await pool.end();
  }
}

async function drain(pool: pg.Pool, count: number, show: (n: number) => Promise<void>): Promise<number> {
  await pool.query('drop table if exists bare_posts');
  await pool.query(
    `create table bare_posts as select n as id, 'Bare ' || n as content, 'scheduled' as status, now() as scheduled_at
      from generate_series(1, ${count}) n`,
  );
  await pool.query("create index on bare_posts (scheduled_at, id) where status = 'scheduled'");
  let left = count;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        const {
          rows: [row],
        } = await pool.query<{ id: number }>({ name: 'take', text: TAKE });
        if (row !== undefined) await show(row.id);
      }
    }),
  );
  return count / ((performance.now() - start) / 1000);
}

async function post(
  product: Product,
  path: string,
  token: string,
  body: Record<string, string>,
): Promise<{ id?: string }> {
  const answer = await fetch(`${product.sandboxUrl}/v19.0/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams(body),
  });
  return (await answer.json()) as { id?: string };
}
