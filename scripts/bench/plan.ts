import type pg from 'pg';
import type { Product } from '../product.ts';
import { compareReads } from './compare-reads.ts';
import { withPlannedPosts, type PersonWithPosts } from './person-with-posts.ts';

const POSTS = 3000;
const READINGS = 30;
const DAY_MS = 86_400_000;

/**
 * How long a person with thousands of planned posts waits for a month of them, a page of them, and those with a word in
 * them.
 */
export function benchPlan(product: Product, db: pg.Client): Promise<void> {
  const values = {
    content: "repeat('A post about bread. ', 50) || n",
    scheduled_at: "now() + interval '1 day' + n * interval '12 minutes'",
  };
  return withPlannedPosts(product, db, { values, count: POSTS }, (person) => benchReading(product, db, person));
}

async function benchReading(product: Product, db: pg.Client, { cookie, userId }: PersonWithPosts): Promise<void> {
  const now = Date.now();
  const month = `from=${new Date(now).toISOString()}&to=${new Date(now + 40 * DAY_MS).toISOString()}`;
  const reads = [
    [`A month of ${POSTS.toLocaleString('en')} planned posts`, `/api/posts/calendar?${month}`, 'left(content, 120)'],
    ['A page of them', '/api/posts/waiting?for=time&limit=25&page=60', 'id'],
    ['A page of those with a word', '/api/posts/waiting?for=time&limit=25&text=bread.%2029', 'content'],
  ] as const;
  for (const [name, path, column] of reads)
    await compareReads(name, {
      readings: READINGS,
      bare: 'the rows alone',
      async call() {
        await (await fetch(product.url + path, { headers: { cookie } })).text();
      },
      async rows() {
        await db.query(`select ${column} from posts where user_id = $1 and status = 'scheduled'`, [userId]);
      },
    });
}
