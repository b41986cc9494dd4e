import { addHours } from 'date-fns/addHours';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  approveProposal,
  changeManyPosts,
  createProposal,
  importSheet,
  publishPost,
  undoBulkChange,
  updatePost,
} from '../contract/index.ts';
import type { Sheet } from '../contract/sheets.ts';
import { buildPost } from '../testing/builders.ts';
import { waitingStatements } from '../testing/database-state.ts';
import { holdToken } from '../testing/hold-token.ts';
import { setUpScene, type Scene } from '../testing/scene.ts';
import { stored } from '../testing/stored.ts';
import type { Caller } from '../testing/test-api.ts';

let me: Scene;
const api = setUpScene((scene) => {
  me = scene;
});
let program: Caller;
beforeEach(async () => {
  program = await holdToken(api, me.caller);
});

const later = (hours = 48) => addHours(new Date(), hours);
const contents = () => api.stored.posts.values('content', { user_id: me.me.userId });

/** Somebody else has changed the post, and nobody sees that yet when the program's call looks at it. */
async function meanwhile(
  id: number,
  change: Record<string, unknown>,
  ask: () => Promise<{ status: number; text: string }>,
) {
  const person = await api.db.transaction();
  await stored(person).posts.change(change, { id });
  const asking = ask();
  await expect.poll(() => waitingStatements(api.db)).toBe(1);
  await person.commit();
  return asking;
}

describe('what a post is counts when it is written, and not when the program asked', () => {
  test('a draft that a person has scheduled is not changed by a token for drafts', async () => {
    const drafts = await holdToken(api, me.caller, { scopes: ['read', 'draft'] });
    const id = await buildPost(api.db, me.me, {
      facebookPageId: me.pageRow,
      status: 'draft',
      content: 'As I wrote it.',
    });
    const answer = await meanwhile(id, { status: 'scheduled', scheduled_at: later() }, () =>
      drafts.call(updatePost, { params: { id }, body: { content: 'Something else.' } }),
    );
    expect([answer.status, answer.text]).toEqual([409, expect.stringMatching(/Nothing was done/)]);
    expect(await contents()).toEqual(['As I wrote it.']);
    const other = await buildPost(api.db, me.me, { facebookPageId: me.pageRow, status: 'draft', content: 'Mine.' });
    for (const body of [{ content: 'Still a draft.' }, { scheduledAt: null }])
      expect((await drafts.call(updatePost, { params: { id: other }, body })).status).toBe(200);
  });

  test.each([
    [
      'gets a time',
      (id: number) => program.call(updatePost, { params: { id }, body: { scheduledAt: later(72).toISOString() } }),
    ],
    ['is published', (id: number) => program.call(publishPost, { params: { id }, body: {} })],
    [
      'is published in a moment',
      (id: number) => program.call(publishPost, { params: { id }, body: { delaySeconds: 8 } }),
    ],
  ])('a post that a person has taken off the schedule stays a draft when it %s by a program', async (_, ask) => {
    const id = await buildPost(api.db, me.me, { facebookPageId: me.pageRow, scheduledAt: later() });
    const answer = await meanwhile(id, { status: 'draft', scheduled_at: null }, () => ask(id));
    expect([answer.status, answer.text]).toEqual([409, expect.any(String)]);
    expect(await api.stored.posts.rows({ id }, 'status', 'publish_now', 'publish_now_at')).toEqual([
      { status: 'draft', publish_now: false, publish_now_at: null },
    ]);
  });
});

test('what a person approved for its page and minute is moved and published by no program', async () => {
  const proposing = await holdToken(api, me.caller, { needsApproval: true });
  const { body } = await proposing.call(createProposal, {
    body: { facebookPageId: me.pageRow, content: 'Approved.', scheduledAt: later().toISOString() },
  });
  const { id: proposalId, contentHash } = body;
  const { body: approved } = await me.caller.call(approveProposal, {
    params: { id: proposalId },
    body: { contentHash },
  });
  const id = approved.postId ?? 0;
  const asked = [
    program.call(publishPost, { params: { id }, body: { delaySeconds: 8 } }),
    program.call(publishPost, { params: { id }, body: {} }),
    program.call(updatePost, { params: { id }, body: { content: 'Other.' } }),
    ...[{ kind: 'move' as const, days: 1 }, { kind: 'slots' as const }, { kind: 'publish' as const }].map((change) =>
      program.call(changeManyPosts, { body: { postIds: [id], change } }),
    ),
  ];
  for (const { status, text } of await Promise.all(asked))
    expect([status, text]).toEqual([403, expect.stringMatching(/Nothing was done\. A person approved/)]);
  expect(await api.stored.posts.rows({ id }, 'content', 'publish_now_at')).toEqual([
    { content: 'Approved.', publish_now_at: null },
  ]);
});

test('what was deleted together comes back by a person, and by no program', async () => {
  const id = await buildPost(api.db, me.me, { facebookPageId: me.pageRow, scheduledAt: later() });
  const deleting = { body: { postIds: [id], change: { kind: 'delete' as const } } };
  const { body: change } = await me.caller.call(changeManyPosts, deleting);
  const refused = await program.call(undoBulkChange, { params: { id: change.id } });
  expect([refused.status, refused.body]).toMatchObject([403, { proposals: '/api/proposals' }]);
  expect(await contents()).toEqual([]);
  expect((await me.caller.call(undoBulkChange, { params: { id: change.id } })).body.undone?.postIds).toEqual([id]);
});

describe('a sheet that a program imports', () => {
  const day = () => later().toISOString().slice(0, 10);
  const HEADER = 'Page,Text,Date,Time\n';
  const row = (text: string, time = '09:00') => `"${me.page.name}","${text}",${day()},${time}\n`;

  async function upload(by: Caller, file: string): Promise<Sheet> {
    const answer = await by.ask('/api/sheets?name=week.csv', {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-time-zone': 'UTC' },
      body: Buffer.from(HEADER + file),
    });
    return JSON.parse(answer.text) as Sheet;
  }
  async function bring(by: Caller, file: string, more: object = {}) {
    const { id, reading } = await upload(by, file);
    const { status, text } = await by.call(importSheet, {
      params: { id },
      body: { reading: { ...reading, tooClose: 'allow' }, ...more },
    });
    return [status, text] as const;
  }

  test('makes its posts once, however it is typed again; a person imports it again', async () => {
    const file = row('Nasi lemak from seven.') + row('Roti canai.', '12:00');
    expect((await bring(program, file))[0]).toBe(200);
    const sorry = [403, expect.stringMatching(/Programs import the same rows once/)];
    expect(await bring(program, file, { again: true })).toEqual(sorry);
    for (const typed of [row('Nasi  LEMAK from seven. ', '09:40'), row('New.', '15:00') + row('Roti canai.', '13:00')])
      for (const more of [{}, { again: true }])
        expect(await bring(program, typed, more)).toEqual([
          409,
          expect.stringMatching(/proposed, planned or published already: row [23]\. Nothing was imported/),
        ]);
    expect(await contents()).toHaveLength(2);
    expect((await bring(me.caller, file, { again: true }))[0]).toBe(200);
    expect(await contents()).toHaveLength(4);
  });

  test('knows what waits for approval, and what was proposed in these words before', async () => {
    const proposing = await holdToken(api, me.caller, { needsApproval: true });
    await proposing.call(createProposal, {
      body: { facebookPageId: me.pageRow, content: 'Roti canai.', scheduledAt: `${day()}T20:00:00Z` },
    });
    expect(await bring(program, row('Roti canai.'))).toEqual([409, expect.stringMatching(/row 2\./)]);
    expect((await bring(program, row('Roti bakar.')))[0]).toBe(200);
    expect(await contents()).toEqual(['Roti bakar.']);
  });
});
