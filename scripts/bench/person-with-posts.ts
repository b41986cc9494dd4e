import type pg from 'pg';
import { manyPosts } from '../../api/src/testing/many-posts.ts';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';

/** Logs in whoever has many pages, with `count` posts of one kind. */
export async function personWithPosts(
  product: Product,
  db: pg.Client,
  posts: Omit<Parameters<typeof manyPosts>[0], 'of'>,
): Promise<{ readonly cookie: string; readonly userId: string | undefined }> {
  const { cookie, facebookId } = await logIn(product, 'many');
  const {
    rows: [user],
  } = await db.query<{ id: string }>('select id from users where facebook_id = $1', [facebookId]);
  await db.query(manyPosts({ ...posts, of: 'u.id = $1' }), [user?.id]);
  return { cookie, userId: user?.id };
}
