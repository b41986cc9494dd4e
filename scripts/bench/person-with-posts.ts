import type pg from 'pg';
import { manyPosts } from '../../api/src/testing/many-posts.ts';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';

/** Who is logged in, by the cookie of their session and by their row. */
export interface PersonWithPosts {
  readonly cookie: string;
  readonly userId: string | undefined;
}

type Posts = Omit<Parameters<typeof manyPosts>[0], 'of'>;

/** Logs in whoever has many pages, with `count` posts of one kind. */
export async function personWithPosts(product: Product, db: pg.Client, posts: Posts): Promise<PersonWithPosts> {
  const { cookie, facebookId } = await logIn(product, 'many');
  const {
    rows: [user],
  } = await db.query<{ id: string }>('select id from users where facebook_id = $1', [facebookId]);
  await db.query(manyPosts({ ...posts, of: 'u.id = $1' }), [user?.id]);
  return { cookie, userId: user?.id };
}

/**
 * Measures something as whoever has many pages, while they have these planned posts and no others: what one part of the
 * bench plans stands in the way of no other part.
 */
export async function withPlannedPosts(
  product: Product,
  db: pg.Client,
  posts: Omit<Posts, 'status'>,
  measure: (person: PersonWithPosts) => Promise<void>,
): Promise<void> {
  const { facebookId } = await logIn(product, 'many');
  const clear = () =>
    db.query(
      "delete from posts where status = 'scheduled' and user_id in (select id from users where facebook_id = $1)",
      [facebookId],
    );
  await clear();
  try {
    const person = await personWithPosts(product, db, { status: 'scheduled', ...posts });
    await db.query('analyze posts');
    await measure(person);
  } finally {
    await clear();
  }
}
