import type pg from 'pg';
import type { Product } from '../product.ts';
import { compareReads } from './compare-reads.ts';
import { personWithPosts } from './person-with-posts.ts';

const POSTS = 50_000;
const READINGS = 20;

/** How long a person with a long history waits for what they look for in it. One post in a thousand tells of durian. */
export async function benchHistory(product: Product, db: pg.Client): Promise<void> {
  const { cookie, userId } = await personWithPosts(product, db, {
    status: 'published',
    values: {
      content: "repeat('A post about bread. ', 20) || case when n % 1000 = 0 then 'Durian! ' else '' end || n",
      content_type: "case when n % 7 = 0 then 'story' else 'article' end",
      is_ai_generated: 'n % 3 = 0',
      scheduled_at: "now() - n * interval '20 minutes'",
      published_at: "now() - n * interval '20 minutes'",
    },
    count: POSTS,
  });
  await db.query("select gin_clean_pending_list('posts_published_text')");
  await db.query('vacuum analyze posts');

  const list = '/api/posts/paginated?limit=10&status=published';
  const reads = [
    [`The history of ${POSTS.toLocaleString('en')} posts`, `${list}&page=1`],
    ['Its middle', `${list}&page=2500`],
    ['Of one content type, its middle', `${list}&contentType=story&page=350`],
    ['A rare word', `${list}&text=durian`],
    ['A word of every post, far down', `${list}&text=bread&page=900`],
  ] as const;
  for (const [name, path] of reads)
    await compareReads(name, {
      readings: READINGS,
      bare: 'the newest ten rows alone',
      async call() {
        await (await fetch(product.url + path, { headers: { cookie } })).text();
      },
      async rows() {
        await db.query(
          "select * from posts where user_id = $1 and environment = 'development' and status = 'published' " +
            'order by published_at desc, id desc limit 10',
          [userId],
        );
      },
    });
}
