import { afterAll, beforeAll, expect, test } from 'vitest';
import { whyUnusable } from '../db/database-errors.ts';
import { actAsRole, makeTable } from '../testing/database-state.ts';
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts';
import { foundPostsRepository } from '../features/posts/found-posts.repository.ts';
import { rightsTrouble } from './rights-check.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await freshDatabase();
});
afterAll(() => own.close());

type Rights = Parameters<typeof actAsRole>[2];

/** As a role of its own, which is gone afterwards. */
async function asRole<Found>(rights: Rights, find: (trx: TestDatabase['db']) => Promise<Found>): Promise<Found> {
  const trx = await own.db.transaction();
  try {
    await actAsRole(trx, 'limited', rights);
    return await find(trx);
  } finally {
    await trx.rollback();
  }
}

test('a table that the role may not use is named before anything needs it', async () => {
  expect(await rightsTrouble(own.db)).toBeNull();
  expect(await asRole({ tables: 'all', except: ['feeds', 'drafts'] }, rightsTrouble)).toBe(
    'The role limited of DATABASE_URL may not use these tables of the database: drafts, feeds. ' +
      'Let DATABASE_URL name the role that owns them, or make it their owner.',
  );
  expect(await asRole({ tables: 'none' }, rightsTrouble)).toMatch(/ and \d\d+ more\. /);
});

test('a role that may make no tables reads what it lacks, and no statement', async () => {
  const refused = await asRole({ tables: 'all' }, (trx) => makeTable(trx, 'mine').catch((error: Error) => error));
  expect(whyUnusable(refused as Error)).toBe(
    'permission denied for schema public. Let it name the role that owns the tables, and may create more of them in ' +
      'its schema.',
  );
});

test('a role that owns no index leaves the words of posts to the database', async () => {
  await asRole({ tables: 'all' }, (trx) => foundPostsRepository(trx).indexWords());
});
