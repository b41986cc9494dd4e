import { expect, test } from 'vitest';
import {
  acceptPageInvitation,
  checkClaims,
  generateContent,
  invitePageMember,
  NO_VOICE,
  proposePageVoice,
  readPageVoice,
  savePageVoice,
  showPrompt,
  type PageVoice,
} from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me, caller, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, caller, pageRow } = scene);
});

const WARM: PageVoice = {
  ...NO_VOICE,
  tone: 'Warm, like a neighbour',
  wordsToAvoid: ['cheap'],
  facts: 'Open 7am to 4pm\nKaya toast RM 4.50',
  emoji: 'none',
  signOff: 'Jumpa nanti!',
};
const params = () => ({ id: pageRow });
const save = (voice: PageVoice, revision: number, by = caller) =>
  by.call(savePageVoice, { params: params(), body: { voice, revision } });

async function publishThree() {
  for (const content of ['Kaya toast is out, come early.', 'Kopi kaw for the rain today.', 'Closed on Friday, sorry!'])
    await buildPost(api.db, me, { status: 'published', facebookPageId: pageRow, content, publishedAt: new Date() });
}

test('a page has no voice until its owner saves one, and two who save at once do not undo each other', async () => {
  expect((await caller.call(readPageVoice, { params: params() })).body).toMatchObject({
    voice: NO_VOICE,
    revision: 0,
    updatedAt: null,
    mayEdit: true,
  });
  expect((await save(WARM, 0)).body).toMatchObject({ voice: WARM, revision: 1 });
  expect((await save({ ...WARM, tone: 'Cool' }, 0)).status).toBe(409);
  expect((await save({ ...WARM, tone: 'Cool' }, 1)).body).toMatchObject({ voice: { tone: 'Cool' }, revision: 2 });
  expect((await save(WARM, 1)).status).toBe(409);
});

test('who shares the page reads its voice and writes in it, and only its owner changes it', async () => {
  await save(WARM, 0);
  const editor = await buildUser(api.db);
  const invitation = await caller.call(invitePageMember, { params: params(), body: { role: 'editor' } });
  const theirs = api.as(editor);
  await theirs.call(acceptPageInvitation, { body: { code: invitation.body.code } });
  expect((await theirs.call(readPageVoice, { params: params() })).body).toMatchObject({ voice: WARM, mayEdit: false });
  expect((await save(NO_VOICE, 1, theirs)).status).toBe(403);
  expect((await theirs.call(proposePageVoice, { params: params() })).status).toBe(403);
  const { body } = await theirs.call(showPrompt, { body: { prompt: 'Toast', facebookPageId: pageRow } });
  expect(body.parts.find(({ from }) => from === 'voice')?.text).toContain(
    'How the page sounds: Warm, like a neighbour',
  );
});

test('the AI is told it, and each part says where it comes from', async () => {
  await save(WARM, 0);
  const body = { prompt: 'Write about toast', facebookPageId: pageRow };
  const { parts } = (await caller.call(showPrompt, { body })).body;
  expect(parts.filter(({ from }) => from === 'voice').flatMap(({ text }) => text.split('\n'))).toEqual([
    'How the page sounds: Warm, like a neighbour',
    'Words it never uses: cheap',
    'Use no emoji.',
    'End with these words: Jumpa nanti!',
    'What is true of the page, to be used where it fits:',
    'Open 7am to 4pm',
    'Kaya toast RM 4.50',
  ]);
  expect(parts.at(-1)).toEqual({ from: 'brief', text: 'Write about toast' });
  expect((await caller.call(generateContent, { body })).status).toBe(200);
  const without = (await caller.call(showPrompt, { body: { prompt: 'Write about toast' } })).body.parts;
  expect(without.some(({ from }) => from === 'voice')).toBe(false);
});

test('a text for several pages is asked for in what they have in common, each rule with its pages', async () => {
  await save(WARM, 0);
  const other = (await buildPage(api.db, me, { name: 'Kedai Bangsar' })).id;
  const voice = { ...WARM, wordsToAvoid: [], signOff: 'Bye!', facts: 'Halal\nOpen 7am to 4pm' };
  await caller.call(savePageVoice, { params: { id: other }, body: { voice, revision: 0 } });
  const body = { prompt: 'Write about toast', pageIds: [pageRow, other] };
  const { parts } = (await caller.call(showPrompt, { body })).body;
  const both = [expect.any(String), 'Kedai Bangsar'];
  expect(parts.flatMap(({ from, text, pages }) => (from === 'voice' ? [[text, pages]] : []))).toEqual([
    ['How the page sounds: Warm, like a neighbour', both],
    ['Words it never uses: cheap', [expect.not.stringMatching('Kedai Bangsar')]],
    ['Use no emoji.', both],
    ['What is true of the page, to be used where it fits:', both],
    ['Open 7am to 4pm', both],
  ]);
  expect((await caller.call(generateContent, { body })).status).toBe(200);
  const foreign = (await buildPage(api.db, await buildUser(api.db))).id;
  for (const call of [showPrompt, generateContent])
    expect((await caller.call(call, { body: { ...body, pageIds: [pageRow, foreign] } })).status).toBe(404);
});

test('its facts are sources of what a text claims, and words it avoids are found', async () => {
  await save(WARM, 0);
  const content = 'Cheap kaya toast, RM4.50, until 4pm.';
  const check = async (facebookPageId: typeof pageRow | null) =>
    (await caller.call(checkClaims, { body: { content, brief: '', facebookPageId } })).body;
  expect(await check(pageRow)).toMatchObject({ unsourced: 0, avoided: [{ text: 'Cheap', start: 0, end: 5 }] });
  expect(await check(null)).toMatchObject({ unsourced: 2, avoided: [] });
});

test('the AI proposes a voice from the best posts, and keeps nothing', async () => {
  const few = await caller.call(proposePageVoice, { params: params() });
  expect(few).toMatchObject({ status: 409, body: { message: expect.stringContaining('at least 3 published posts') } });
  await publishThree();
  const calls = (await api.stored.aiCalls.values('id')).length;
  const { body } = await caller.call(proposePageVoice, { params: params() });
  expect(body.posts).toBe(3);
  expect(body.voice.tone).not.toBe('');
  expect(await api.stored.aiCalls.values('id')).toHaveLength(calls + 1);
  expect((await caller.call(readPageVoice, { params: params() })).body.revision).toBe(0);
});

test('an answer of the AI that is no voice is refused in words, and noted as paid', async () => {
  await publishThree();
  await api.sandbox.fault({
    match: { service: 'openai' },
    when: 'before',
    action: { type: 'ai-answer', text: 'Sure!' },
  });
  const { status, body } = await caller.call(proposePageVoice, { params: params() });
  expect([status, body]).toMatchObject([502, { code: 'garbled' }]);
  expect((await api.stored.aiCalls.values('status')).at(-1)).toBe('failed');
});

test('a voice goes with its page, and what is too long is refused', async () => {
  await save(WARM, 0);
  expect((await save({ ...WARM, tone: 'a'.repeat(501) }, 1)).status).toBe(400);
  expect((await save({ ...WARM, variables: [{ name: 'Opening hours', value: '7am' }] }, 1)).status).toBe(400);
  const other = await buildPage(api.db, me);
  expect((await caller.call(readPageVoice, { params: { id: other.id } })).body.voice).toEqual(NO_VOICE);
});
