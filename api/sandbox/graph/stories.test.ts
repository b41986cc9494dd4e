import { expect, test } from 'vitest';
import { setUpSeededSandbox } from '../set-up-sandbox.ts';
import { form, newPosts, PNG } from '../testing.ts';

const { sandbox, page } = setUpSeededSandbox();

const DAY_MS = 86_400_000;
const graph = (method: string, path: string, fields = {}) => sandbox.graph(method, path, page.access_token, fields);
const truth = () => sandbox.control<Record<string, unknown>[]>('GET', `/pages/${page.id}/stories`);

async function photo(): Promise<string> {
  const { body } = await sandbox.call('POST', `/v19.0/${page.id}/photos`, {
    body: form({ published: 'false' }, { name: 'source', bytes: PNG, type: 'image/png' }),
    headers: { authorization: `OAuth ${page.access_token}` },
  });
  return String(body['id']);
}
const show = (photoId: string) => graph('POST', `/${page.id}/photo_stories`, { photo_id: photoId });

test('a story is public at once, listed by its file, and among no posts', async () => {
  const photoId = await photo();
  const { body } = await show(photoId);
  expect(body).toEqual({ success: true, post_id: expect.stringMatching(/^\d{15,}$/) });
  expect((await graph('GET', `/${page.id}/stories`)).body['data']).toEqual([
    {
      post_id: body['post_id'],
      status: 'PUBLISHED',
      creation_time: expect.stringMatching(/^\d+$/),
      media_type: 'photo',
      media_id: photoId,
      url: expect.stringContaining('/stories/'),
    },
  ]);
  expect(newPosts(await sandbox.oracle(page.id))).toEqual([]);
});

test('a file is shown once, and what is not there not at all', async () => {
  const photoId = await photo();
  await show(photoId);
  expect((await show(photoId)).body.error).toMatchObject({ code: 100 });
  expect((await show('1221000000000000000')).body.error).toMatchObject({ code: 100, error_subcode: 33 });
  expect(await truth()).toHaveLength(1);
});

test('after a day it is over: the list has it only where the page keeps an archive', async () => {
  // The token of that day would be over.
  await sandbox.control('PUT', '/switches', { shortTokenMinutes: 10_000 });
  await sandbox.clock(-DAY_MS - 60_000);
  await show(await photo());
  await sandbox.clock(0);
  expect((await graph('GET', `/${page.id}/stories`)).body['data']).toEqual([]);
  expect(await truth()).toMatchObject([{ kind: 'photo', is_published: true, is_over: true }]);
  await sandbox.control('PUT', '/switches', { storyArchive: true });
  expect((await graph('GET', `/${page.id}/stories`)).body['data']).toMatchObject([{ status: 'ARCHIVED' }]);
});

test('only who may post on the page shows a story there', async () => {
  const other = (await sandbox.user('invitee')).pages.find(({ tasks }) => !tasks.includes('CREATE_CONTENT'));
  const answer = await sandbox.graph('POST', `/${other?.id}/photo_stories`, other?.access_token ?? '', {
    photo_id: '1',
  });
  expect(answer.body.error).toMatchObject({ code: 200 });
});

test('its page shows a story to followers for as long as it lives', async () => {
  await show(await photo());
  const shown = async () =>
    (await (await fetch(`${sandbox.url}/pages/${page.id}`)).text()).includes('Photo of this story');
  expect(await shown()).toBe(true);
  await sandbox.clock(DAY_MS + 1000);
  expect(await shown()).toBe(false);
});
