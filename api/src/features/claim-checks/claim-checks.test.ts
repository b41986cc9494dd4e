import { expect, test } from 'vitest';
import { CHECKED_TOKENS } from '../../claims/check-claims.ts';
import { checkClaims, NAMED_CLAIMS, type BodyOf } from '../../contract/index.ts';
import { buildPage, buildUser } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me, caller } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, caller } = scene);
});

async function check(content: string, brief: string, more: Partial<BodyOf<typeof checkClaims>> = {}) {
  return (await caller.call(checkClaims, { body: { content, brief, ...more } })).body;
}

test('what the brief does not say is named with its place in the text', async () => {
  expect(await check('Kaya toast for RM 4.50 until 11am.', 'kaya toast, RM4.50')).toEqual({
    claims: [{ kind: 'time', text: '11am', start: 29, end: 33 }],
    unsourced: 1,
    sourced: 1,
    checkedTo: null,
    avoided: [],
  });
});

test('the name of the page is known, of a page of theirs alone', async () => {
  const page = await buildPage(api.db, me, { name: 'Kopitiam Seri Wangsa' });
  const text = 'Come to Kopitiam Seri Wangsa today.';
  expect(await check(text, '')).toMatchObject({ claims: [{ kind: 'name', text: 'Kopitiam Seri Wangsa' }] });
  expect(await check(text, '', { facebookPageId: page.id })).toMatchObject({ unsourced: 0, sourced: 1 });
  const foreign = await buildPage(api.db, await buildUser(api.db));
  const refused = await caller.call(checkClaims, { body: { content: text, brief: '', facebookPageId: foreign.id } });
  expect(refused.status).toBe(404);
});

test('of a text of numbers the first are named and all are counted', async () => {
  const answer = await check('RM 5 '.repeat(NAMED_CLAIMS + 1), '');
  expect(answer.claims).toHaveLength(NAMED_CLAIMS);
  expect(answer.unsourced).toBe(NAMED_CLAIMS + 1);
});

test('of a text that is no post it says how far it was looked at', async () => {
  const content = 'a '.repeat(CHECKED_TOKENS + 10);
  expect((await check(content, '')).checkedTo).toBe(2 * CHECKED_TOKENS - 1);
});

test('a brief that is longer than any brief is refused', async () => {
  const long = await caller.call(checkClaims, { body: { content: 'RM 5', brief: 'a'.repeat(20_001) } });
  expect(long.status).toBe(400);
});
