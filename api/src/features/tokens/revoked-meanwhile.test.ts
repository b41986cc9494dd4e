import { expect, test } from 'vitest';
import {
  changeManyPosts,
  createProposal,
  createToken,
  deleteToken,
  importSheet,
  TOKEN_SCOPES,
  type Sheet,
} from '../../contract/index.ts';
import { buildPost } from '../../testing/builders.ts';
import { waitingStatements } from '../../testing/database-state.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import type { Caller } from '../../testing/test-api.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';

let { me, caller, page, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, caller, page, pageRow } = scene);
});

const IN_DAYS = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Lets a program ask for something that waits for the turn of its person, and revokes its token before that comes. */
async function revokedWhile(ask: (program: Caller) => Promise<{ status: number; text: string }>) {
  const { body } = await caller.call(createToken, {
    body: { name: 'Helper', scopes: [...TOKEN_SCOPES], needsApproval: false },
  });
  const turn = await api.db.transaction();
  await takenTimesRepository(turn).lock(me);
  const asked = ask(api.withToken(body.token));
  await expect.poll(() => waitingStatements(api.db)).toBe(1);
  expect((await caller.call(deleteToken, { params: { id: body.id } })).status).toBe(200);
  await turn.commit();
  const { status, text } = await asked;
  expect({ status, text }).toEqual({ status: 401, text: expect.stringContaining('Nothing was done.') as string });
}
const posts = () => api.stored.posts.rows({ user_id: me.userId }, 'scheduled_at');

test('a proposal whose token is revoked while it waits makes nothing', async () => {
  await revokedWhile((program) =>
    program.call(createProposal, { body: { facebookPageId: pageRow, content: 'Bread.', scheduledAt: IN_DAYS(2) } }),
  );
  expect(await posts()).toEqual([]);
});

test('a sheet whose token is revoked while it is imported makes nothing', async () => {
  const file = `Page,Text,Date,Time\n${page.id},Bread.,${IN_DAYS(2).slice(0, 10)},09:00\n`;
  const told = await caller.ask('/api/sheets', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: Buffer.from(file),
  });
  const { id, reading } = JSON.parse(told.text) as Sheet;
  await revokedWhile((program) => program.call(importSheet, { params: { id }, body: { reading } }));
  expect(await posts()).toEqual([]);
});

test('many posts whose change was asked for with a token that is revoked meanwhile stay', async () => {
  const post = await buildPost(api.db, me, { status: 'scheduled', facebookPageId: pageRow });
  const before = await posts();
  await revokedWhile((program) =>
    program.call(changeManyPosts, {
      body: { postIds: [post], change: { kind: 'move', days: 1 } },
    }),
  );
  expect(await posts()).toEqual(before);
});
