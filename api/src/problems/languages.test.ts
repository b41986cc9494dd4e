import { beforeAll, expect, test } from 'vitest';
import { listPages } from '../contract/index.ts';
import { buildPage, buildUser, type TestUser } from '../testing/builders.ts';
import { setUpApi } from '../testing/scene.ts';
import { english } from './english/english.ts';
import { LANGUAGES } from './languages.ts';
import { needsReconnect } from './page-problems.ts';
import type { Words } from './words.ts';

/** A language as its folder would have it, begun with one sentence. */
const malay: Words = {
  ...english,
  problem: (problem, reading) =>
    problem.code === 'reconnect'
      ? `Pagecast tidak lagi boleh menyiarkan di ${problem.params.page}.`
      : english.problem(problem, reading),
};

const api = setUpApi({}, { languages: { ...LANGUAGES, ms: malay } });
let owner: TestUser;
beforeAll(async () => {
  owner = await buildUser(api.db);
  await buildPage(api.db, owner, { name: 'Warung', problem: needsReconnect('Warung') });
});

const ENGLISH = 'Pagecast can no longer post to Warung. Reconnect it to continue. Your scheduled posts are kept.';
const MALAY = 'Pagecast tidak lagi boleh menyiarkan di Warung.';

test.each([
  ['ms', MALAY],
  ['ms-MY,ms;q=0.9,en;q=0.8', MALAY],
  ['en-GB,en;q=0.9,ms;q=0.8', ENGLISH],
  ['de-DE,de;q=0.9', ENGLISH],
  ['constructor', ENGLISH],
  ['*', ENGLISH],
  [`${'ms;q=0,'.repeat(3)}en`, ENGLISH],
])('who asks in %s reads: %s', async (language, message) => {
  const pages = await api.as(owner).call(listPages, { headers: { 'accept-language': language } });
  expect(pages.body.map(({ problem }) => problem?.message)).toEqual([message]);
});

test('calls at the same time get each their own', async () => {
  const asked = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 'ms' : 'en'));
  const answers = await Promise.all(
    asked.map((language) => api.as(owner).call(listPages, { headers: { 'accept-language': language } })),
  );
  expect(answers.map(({ body }) => body[0]?.problem?.message)).toEqual(
    asked.map((language) => (language === 'ms' ? MALAY : ENGLISH)),
  );
});
