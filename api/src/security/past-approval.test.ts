import { addHours } from 'date-fns/addHours';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  approveProposal,
  changeManyPosts,
  changeProposal,
  createProposal,
  deleteComposition,
  deletePost,
  importSheet,
  previewSheet,
  publishPost,
  undoBulkChange,
  undoPublish,
  updatePost,
  withdrawProposal,
  type TokenScope,
} from '../contract/index.ts';
import type { Sheet } from '../contract/sheets.ts';
import { buildPost } from '../testing/builders.ts';
import { lockTable, waitingStatements } from '../testing/database-state.ts';
import { holdToken } from '../testing/hold-token.ts';
import { setUpScene, type Scene } from '../testing/scene.ts';
import { fromNow, newToken, stored } from '../testing/stored.ts';
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

/**
 * Somebody else has changed the post, and nobody sees that yet when the program's call looks at it.
 * @param table where the call waits for that, if not at the post
 */
async function meanwhile(
  id: number,
  change: Record<string, unknown>,
  ask: () => Promise<{ status: number; text: string }>,
  table?: string,
) {
  const person = await api.db.transaction();
  if (table !== undefined) await lockTable(person, table);
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

describe('what is deleted is what may be deleted at that moment', () => {
  const withRights = (...scopes: TokenScope[]) => holdToken(api, me.caller, { scopes: ['read', ...scopes] });
  const planned = { status: 'scheduled', scheduled_at: later() };
  const out = { status: 'published', published_at: new Date() };
  const unscheduled = { status: 'draft', scheduled_at: null };
  let composition: number;
  beforeEach(async () => {
    const owner = { user_id: me.me.userId, environment: me.me.environment };
    await api.stored.compositions.add({ ...owner, content: 'For several pages.' });
    composition = Number((await api.stored.compositions.latest({ user_id: me.me.userId }))?.id);
  });
  async function made(status: 'draft' | 'scheduled'): Promise<number> {
    const scheduledAt = status === 'draft' ? null : later();
    const id = await buildPost(api.db, me.me, { facebookPageId: me.pageRow, status, scheduledAt });
    await api.stored.posts.change({ composition_id: composition }, { id });
    return id;
  }
  const WAYS = [
    ['by itself', (by: Caller, id: number) => by.call(deletePost, { params: { id } })],
    ['with its composition', (by: Caller) => by.call(deleteComposition, { params: { id: composition } })],
  ] as const;
  const CASES = [
    ['planned', planned, 'draft', ['draft']],
    ['published', out, 'draft', ['draft']],
    ['published', out, 'scheduled', ['draft', 'schedule']],
    ['taken off the schedule', unscheduled, 'scheduled', ['schedule']],
  ] as const;

  test.each(WAYS.flatMap(([way, ask]) => CASES.map(([what, ...one]) => [way, what, ask, ...one] as const)))(
    'a post that its program would delete %s stays where a person has it %s meanwhile',
    async (_way, _what, ask, change, status, scopes) => {
      const by = await withRights(...scopes);
      const id = await made(status);
      const { text } = await meanwhile(id, change, () => ask(by, id));
      expect(text).toMatch(/Nothing was done|is already published/);
      expect(await api.stored.posts.values('status', { id })).toEqual([change.status]);
    },
  );

  test.each([
    ['planned', planned, 'draft', ['draft']],
    ['published', out, 'draft', ['draft']],
    ['taken off the schedule', unscheduled, 'scheduled', ['schedule']],
  ] as const)(
    'of many posts that a program would delete, one that a person has %s meanwhile stays',
    async (_what, change, status, scopes) => {
      const by = await withRights(...scopes);
      const [id, other] = [await made(status), await made(status)];
      const body = { postIds: [id, other], change: { kind: 'delete' as const } };
      // It has read the posts by the time at which it asks who approved them.
      const { text } = await meanwhile(id, change, () => by.call(changeManyPosts, { body }), 'proposals');
      expect(JSON.parse(text)).toMatchObject({ postIds: [other], unchanged: [{ postId: id, reason: 'changed' }] });
      expect(await api.stored.posts.rows({}, 'id', 'status')).toEqual([{ id, status: change.status }]);
    },
  );

  test('a draft that waits for its next try by now is not taken back by a token for drafts', async () => {
    const by = await withRights('draft');
    const id = await made('draft');
    await api.stored.publishAttempts.add({ post_id: id, state: 'started' });
    const lease = { lease_token: newToken(api.db), lease_expires_at: fromNow(api.db, '1 second ago') };
    const { status, text } = await meanwhile(id, { ...planned, ...lease, status: 'publishing' }, () =>
      by.call(deletePost, { params: { id } }),
    );
    expect([status, text]).toEqual([409, expect.any(String)]);
    expect(await api.stored.posts.values('status', { id })).toEqual(['publishing']);
  });

  test('what is published meanwhile stays in the history when a person deletes its composition', async () => {
    const [id] = [await made('scheduled'), await made('draft')];
    const { text } = await meanwhile(id, out, () => WAYS[1][1](me.caller));
    expect(JSON.parse(text)).toMatchObject({ deleted: 1, unchanged: [{ message: 'This post is already published.' }] });
    expect(await api.stored.posts.values('id')).toEqual([id]);
  });

  test('many go where the token may delete each of them, and nothing where it may not', async () => {
    const [drafts, plans, reads] = [await withRights('draft'), await withRights('schedule'), await withRights()];
    const [one, two, later] = [await made('draft'), await made('draft'), await made('scheduled')];
    const ended = await made('scheduled');
    await api.stored.posts.change(out, { id: ended });
    const ask = async (by: Caller, ...postIds: number[]) => {
      const { status, body } = await by.call(changeManyPosts, { body: { postIds, change: { kind: 'delete' } } });
      return [status, status === 201 ? body.postIds : (body as unknown as { scope?: string }).scope];
    };
    expect(await ask(reads, one)).toEqual([403, 'schedule']);
    expect(await ask(drafts, one, later)).toEqual([403, 'schedule']);
    expect(await ask(plans, one, later)).toEqual([403, 'draft']);
    expect(await contents()).toHaveLength(4);
    expect(await ask(drafts, one, ended)).toEqual([201, [one]]);
    expect(await ask(plans, later)).toEqual([201, [later]]);
    const approved = await holdToken(api, me.caller, { scopes: ['draft', 'schedule'], needsApproval: true });
    expect(await ask(approved, two)).toEqual([201, [two]]);
    expect(await api.stored.posts.values('id')).toEqual([ended]);
  });

  test('goes where the token may delete it, and wherever its person says so', async () => {
    const [drafts, plans] = [await withRights('draft'), await withRights('schedule')];
    expect((await drafts.call(deletePost, { params: { id: await made('draft') } })).status).toBe(200);
    expect((await plans.call(deletePost, { params: { id: await made('scheduled') } })).status).toBe(200);
    const id = await made('draft');
    expect((await meanwhile(id, planned, () => me.caller.call(deletePost, { params: { id } }))).status).toBe(200);
    expect(await contents()).toEqual([]);
  });
});

test('what a person approved for its page and minute is moved, published and deleted by no program', async () => {
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
    program.call(deletePost, { params: { id } }),
    program.call(undoPublish, { params: { id } }),
    ...[
      { kind: 'move' as const, days: 1 },
      { kind: 'slots' as const },
      { kind: 'publish' as const },
      { kind: 'delete' as const },
    ].map((change) => program.call(changeManyPosts, { body: { postIds: [id], change } })),
  ];
  for (const { status, text } of await Promise.all(asked))
    expect([status, text]).toEqual([403, expect.stringMatching(/Nothing was done\. A person approved/)]);
  for (const { status, text } of [
    await program.call(withdrawProposal, { params: { id: proposalId } }),
    await program.call(changeProposal, { params: { id: proposalId }, body: { content: 'Other.' } }),
  ])
    expect([status, text]).toEqual([403, expect.stringMatching(/as it was\. Another token proposed it/)]);
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
  /** The same for each row, though another one begins meanwhile. */
  const day = later().toISOString().slice(0, 10);
  const HEADER = 'Page,Text,Date,Time\n';
  const row = (text: string, time = '09:00') => `"${me.page.name}","${text}",${day},${time}\n`;

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

  test.each([
    ['in other words', 'Roti canai, and teh tarik, from seven in the morning!', '12:00'],
    ['with something added', 'Good news. Roti canai and teh tarik from seven each morning. Ask for Mei!', '18:00'],
    ['with the same link', 'Have you seen what we cook? https://kedai.my/menu?fbclid=7', '15:00'],
  ])('has a question that only a person answers for a row that is there %s', async (_, text, time) => {
    const file = row('Roti canai and teh tarik from seven each morning.') + row('Menu: http://kedai.my/menu', '21:00');
    expect((await bring(program, file))[0]).toBe(200);
    const again = row('We are closed on Monday, since the oven is repaired.', '05:00') + row(text, time);
    const { id, reading: guessed } = await upload(program, again);
    const reading = { ...guessed, tooClose: 'allow' as const };
    const { body } = await program.call(previewSheet, { params: { id }, body: { reading } });
    expect(body.rows.map(({ problems }) => problems)).toEqual([
      [],
      [{ field: 'text', message: expect.stringMatching(/^This looks like a post of .+ ask a person to import it\.$/) }],
    ]);
    const confirm = { params: { id }, body: { reading } };
    const refused = await program.call(importSheet, confirm);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { rows: [3], message: expect.stringMatching(/row 3\./) },
    ]);
    expect(await contents()).toHaveLength(2);
    // The rest of it is new; a person is asked nothing.
    expect((await bring(program, again, { skipProblems: true }))[0]).toBe(200);
    expect(await contents()).toHaveLength(3);
    const theirs = await me.caller.call(importSheet, {
      params: { id: (await upload(me.caller, again)).id },
      body: { reading, again: true },
    });
    expect([theirs.status, theirs.body.posts]).toEqual([200, 2]);
  });

  test('knows a row that looks like what waits for approval, and one that is in it twice', async () => {
    const proposing = await holdToken(api, me.caller, { needsApproval: true });
    await proposing.call(createProposal, {
      body: { facebookPageId: me.pageRow, content: 'Roti canai and teh tarik from seven each morning.' },
    });
    const looks = row('Roti canai with teh tarik, from seven each morning.');
    expect(await bring(program, looks)).toEqual([409, expect.stringMatching(/row 2\./)]);
    const twice = row('Nasi lemak.') + row('NASI LEMAK', '11:00') + row('nasi  lemak.', '14:00');
    expect(await bring(program, twice)).toEqual([409, expect.stringMatching(/already: row 4\./)]);
    expect(await contents()).toEqual([]);
  });

  test('knows what waits for approval, and what was proposed in these words before', async () => {
    const proposing = await holdToken(api, me.caller, { needsApproval: true });
    await proposing.call(createProposal, {
      body: { facebookPageId: me.pageRow, content: 'Roti canai.', scheduledAt: `${day}T20:00:00Z` },
    });
    expect(await bring(program, row('Roti canai.'))).toEqual([409, expect.stringMatching(/row 2\./)]);
    expect((await bring(program, row('Roti bakar.')))[0]).toBe(200);
    expect(await contents()).toEqual(['Roti bakar.']);
  });
});
