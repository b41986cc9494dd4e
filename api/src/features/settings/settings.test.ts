import { expect, test } from 'vitest';
import { currentUser, readSettings, updateSettings } from '../../contract/index.ts';
import { buildUser } from '../../testing/builders.ts';
import { setUpApi } from '../../testing/scene.ts';

const api = setUpApi();
const newcomer = async () => api.as(await buildUser(api.db));

test('a newcomer has chosen no zone and the theme follows the system', async () => {
  expect((await (await newcomer()).call(readSettings)).body).toEqual({ timeZone: null, theme: 'system' });
});

test('what is sent changes, the rest stays', async () => {
  const caller = await newcomer();
  expect((await caller.call(updateSettings, { body: { timeZone: 'Asia/Kuala_Lumpur' } })).body).toEqual({
    timeZone: 'Asia/Kuala_Lumpur',
    theme: 'system',
  });
  expect((await caller.call(updateSettings, { body: { theme: 'dark' } })).body).toEqual({
    timeZone: 'Asia/Kuala_Lumpur',
    theme: 'dark',
  });
  expect((await caller.call(updateSettings, { body: {} })).body).toEqual({
    timeZone: 'Asia/Kuala_Lumpur',
    theme: 'dark',
  });
  expect((await caller.call(readSettings)).body).toEqual({ timeZone: 'Asia/Kuala_Lumpur', theme: 'dark' });
});

test("a zone that was chosen is part of who is logged in, until the browser's is wanted again", async () => {
  const caller = await newcomer();
  const zone = async () => (await caller.call(currentUser)).body.timeZone;
  await caller.call(updateSettings, { body: { timeZone: 'Asia/Kuala_Lumpur' } });
  expect(await zone()).toBe('Asia/Kuala_Lumpur');
  expect((await caller.call(updateSettings, { body: { timeZone: null } })).body.timeZone).toBeNull();
  expect(await zone()).toBeNull();
});

test("one user's settings are not another's", async () => {
  await (await newcomer()).call(updateSettings, { body: { theme: 'dark' } });
  expect((await (await newcomer()).call(readSettings)).body.theme).toBe('system');
});

test.each(['Mars/Olympus', '', '+25:00', 'x'.repeat(101)])('a zone that is none is refused: %s', async (timeZone) => {
  const answer = await (await newcomer()).call(updateSettings, { body: { timeZone } });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ issues: [{ path: 'timeZone' }] });
});

test('a theme that is none is refused', async () => {
  expect((await (await newcomer()).call(updateSettings, { body: { theme: 'pink' as 'dark' } })).status).toBe(400);
});
