import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteDraft, listDrafts, readDraft, saveDraft } from '../../contract/index.ts';
import { buildUser, DRAFT_FIELDS } from '../../testing/builders.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';

const api = setUpApi();
const { caller } = setUpPerson(api);
let key: string;
beforeEach(async () => {
  key = randomUUID();
});

const written = (manual: string) => ({ ...DRAFT_FIELDS, manual });
const save = (revision: number, manual: string, of = key) =>
  caller.call(saveDraft, { params: { key: of }, body: { revision, fields: written(manual) } });
const read = async () => (await caller.call(readDraft, { params: { key } })).body;

describe('a draft', () => {
  test('is kept as it was written, and each save counts', async () => {
    expect((await save(0, 'Fresh')).body.revision).toBe(1);
    expect((await save(1, 'Fresh bread')).body.revision).toBe(2);
    expect(await read()).toMatchObject({ key, revision: 2, fields: written('Fresh bread') });
  });

  test('is not overwritten by who has not seen the newest; they are shown it instead', async () => {
    await save(0, 'Fresh');
    await save(1, 'Fresh bread');
    const late = await save(1, 'Stale bread');
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: expect.stringContaining('another tab'),
        draft: { revision: 2, fields: written('Fresh bread') },
      },
    });
    expect((await read()).fields.manual).toBe('Fresh bread');
  });

  test('of two who save at once one wins, and the other is told', async () => {
    await save(0, 'Fresh');
    const answers = await Promise.all(['one', 'two', 'three', 'four'].map((text) => save(1, text)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect((await read()).revision).toBe(2);
  });

  test('saved again because the answer was lost is saved once', async () => {
    expect((await save(0, 'Fresh')).body.revision).toBe(1);
    expect((await save(0, 'Fresh')).body.revision).toBe(1);
    await save(1, 'Fresh bread');
    expect((await save(1, 'Fresh bread')).body.revision).toBe(2);
  });

  test('that is gone does not come back by a late save', async () => {
    await save(0, 'Fresh');
    expect((await caller.call(deleteDraft, { params: { key } })).status).toBe(200);
    expect(await save(1, 'Fresh bread')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('gone') },
    });
    expect((await caller.call(deleteDraft, { params: { key } })).status).toBe(200);
    expect((await caller.call(readDraft, { params: { key } })).status).toBe(404);
  });

  test('belongs to who wrote it, also under a key that others know', async () => {
    await save(0, 'Mine');
    const other = api.as(await buildUser(api.db));
    expect((await other.call(readDraft, { params: { key } })).status).toBe(404);
    await other.call(deleteDraft, { params: { key } });
    expect(
      (await other.call(saveDraft, { params: { key }, body: { revision: 0, fields: written('Theirs') } })).status,
    ).toBe(200);
    expect((await read()).fields.manual).toBe('Mine');
  });

  test('with fields that the composer does not have is refused', async () => {
    const answer = await caller.call(saveDraft, {
      params: { key },
      body: { revision: 0, fields: { ...DRAFT_FIELDS, mood: 'good', tone: 'Sarcastic' } as never },
    });
    expect(answer.status).toBe(400);
    expect((answer.body as unknown as { issues: { path: string }[] }).issues.map(({ path }) => path).sort()).toEqual([
      'fields.mood',
      'fields.tone',
    ]);
    expect(
      (await caller.call(saveDraft, { params: { key: 'no-key' }, body: { revision: 0, fields: DRAFT_FIELDS } })).status,
    ).toBe(400);
  });
});

test('the list has the newest first, each with its first words', async () => {
  const fields = [
    { ...written('By hand'), keywords: 'bread' },
    { ...DRAFT_FIELDS, mode: 'ai' as const, keywords: 'only a topic' },
    {
      ...DRAFT_FIELDS,
      platform: 'fiztech' as const,
      article: { ...DRAFT_FIELDS.article, content: { title: 'A phone', body: 'It rings.' } },
    },
    DRAFT_FIELDS,
  ];
  for (const one of fields)
    await caller.call(saveDraft, { params: { key: randomUUID() }, body: { revision: 0, fields: one } });
  const { body } = await caller.call(listDrafts);
  expect(body.map(({ excerpt, platform }) => [excerpt, platform])).toEqual([
    ['', 'facebook'],
    ['A phone', 'fiztech'],
    ['only a topic', 'facebook'],
    ['By hand', 'facebook'],
  ]);
});

test('a hundred drafts are kept, and the next one says what to do', async () => {
  for (let count = 0; count < 100; count += 1) await save(0, `Draft ${count}`, randomUUID());
  expect(await save(0, 'One too many')).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('Delete some') },
  });
});

test('nobody reads or writes drafts without a session', async () => {
  const nobody = api.as(null);
  expect((await nobody.call(listDrafts)).status).toBe(401);
  expect((await nobody.call(saveDraft, { params: { key }, body: { revision: 0, fields: DRAFT_FIELDS } })).status).toBe(
    401,
  );
});
