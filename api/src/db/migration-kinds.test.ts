import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Knex } from 'knex';
import { readShape, whatBreaksOlder, type SchemaShape } from '../testing/schema-shape.ts';
import { emptyDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { LAST_EARLIER, OLDEST_WAY_BACK } from './migration-kinds.ts';
import { stepDown, stepUp } from './migration-steps.ts';
import { migrations } from './migrations/index.ts';

const names = Object.keys(migrations);
let database: Awaited<ReturnType<typeof emptyDatabase>>;
let db: Knex;
/** How the database stood after each migration. */
const shapes = new Map<string, SchemaShape>();
beforeAll(async () => {
  database = await emptyDatabase();
  db = openDatabase(database.url, 'migrations');
  for (const name of names) {
    await stepUp(db, name);
    if (name >= OLDEST_WAY_BACK) shapes.set(name, await readShape(db));
  }
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

const shapeAfter = (name: string) => shapes.get(name) ?? { tables: new Set(), columns: new Map(), rules: new Map() };
const before = (name: string) => names[names.indexOf(name) - 1] ?? '';

test.each(names.filter((name) => name > LAST_EARLIER))('%s does to earlier releases what it says', (name) => {
  const migration = migrations[name];
  const found = whatBreaksOlder(shapeAfter(before(name)), shapeAfter(name), migration?.widens);
  if (migration?.kind === 'contract')
    expect(names.slice(0, names.indexOf(name)), 'the release that does without came before').toContain(
      migration.safeSince,
    );
  else expect(found, 'A process of the release before would break on it: it is no expand migration').toEqual([]);
});

test('the way back leads through the same shapes', async () => {
  for (const name of names.filter((one) => one > OLDEST_WAY_BACK).toReversed()) {
    await stepDown(db, name);
    expect([name, await readShape(db)]).toEqual([name, shapeAfter(before(name))]);
  }
  for (const name of names.filter((one) => one > OLDEST_WAY_BACK)) await stepUp(db, name);
  expect(await readShape(db)).toEqual(shapeAfter(names.at(-1) ?? ''));
});

describe('what would break a process of the release before', () => {
  test.each([
    ['drop table drafts', 'drafts is gone'],
    ['alter table posts drop column content cascade', 'posts.content is gone'],
    ['alter table posts rename column content to words', 'posts.content is gone'],
    [
      'alter table release_tokens alter column name type varchar(9)',
      'release_tokens.name was text and is character varying(9)',
    ],
    ['alter table posts alter column scheduled_at set not null', 'posts.scheduled_at is required'],
    ['alter table users add column height integer not null', 'users.height is required and has no default'],
    ['alter table users add check (length(name) > 3)', 'the check users.users_name_check asks more than before'],
    ['create unique index one_name on users (name)', 'the unique users.one_name asks more than before'],
    [
      'create unique index named on users (name) where name is not null',
      'the unique users.named asks more than before',
    ],
    ['create unique index any_case on users (lower(name))', 'the unique users.any_case asks more than before'],
    [
      'create table hats (user_id bigint references users)',
      'hats.hats_user_id_fkey keeps rows of users from being deleted',
    ],
    [
      'alter table release_tokens alter column is_of_command drop default',
      'release_tokens.is_of_command has no default any more',
    ],
    ['drop index invitation_codes_any_case', 'the unique invitation_codes.invitation_codes_any_case is gone'],
    ['drop trigger api_config_key_changed on api_config', 'the trigger api_config.api_config_key_changed is gone'],
  ])('%s', async (statement, found) => {
    expect(await breaksBy(statement)).toContain(found);
  });

  test.each([
    'create table hats (user_id bigint not null references users on delete cascade)',
    'alter table users add column height integer',
    `alter table drafts add column post_id bigint, add foreign key (post_id, user_id, environment)
      references posts (id, user_id, environment) on delete cascade`,
    'alter table users add column height integer not null default 0 check (height >= 0)',
    'create index by_name on users (name)',
    `alter table users add column shelf text; create unique index shelved on users (name) where shelf is not null`,
    'alter table posts alter column target drop not null',
  ])('is not: %s', async (statement) => {
    expect(await breaksBy(statement)).toEqual([]);
  });

  async function breaksBy(statement: string): Promise<string[]> {
    const was = await readShape(db);
    const trx = await db.transaction();
    try {
      await trx.raw(statement);
      return whatBreaksOlder(was, await readShape(trx));
    } finally {
      await trx.rollback();
    }
  }
});
