// @vitest-environment jsdom
import { listSharedPages, NO_VOICE, proposePageVoice, readPageVoice, savePageVoice } from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { somePages } from '../compose/compose-testing.tsx';
import { VoiceScreen } from './voice-screen.tsx';

const kept = {
  facebookPageId: 7,
  pageName: 'Corner Bakery',
  voice: { ...NO_VOICE, tone: 'Cool', wordsToAvoid: ['cheap'] },
  revision: 3,
  updatedAt: '2026-11-21T08:00:00.000Z',
  mayEdit: true,
};
const saver = answer(savePageVoice, ({ body }) => ({ ...kept, ...body, revision: body.revision + 1 }));

async function open(...routes: Answer[]) {
  const shown = renderScreen(VoiceScreen, {
    path: '/content-generator/voice',
    search: '?page=7',
    routes: [somePages, answer(listSharedPages, []), answer(readPageVoice, kept), saver, ...routes],
  });
  await screen.findByLabelText('Tone of voice');
  return shown;
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('what is said of a page is saved as one, over the revision that was read', async () => {
  const { calls, toasts } = await open();
  await userEvent.clear(field('Tone of voice'));
  await userEvent.type(field('Tone of voice'), 'Warm');
  await userEvent.type(field('Words to avoid'), ', promo');
  await press('Add variable');
  await userEvent.keyboard('phone');
  await userEvent.type(field('Value'), '012-555 0147');
  expect(screen.getByText('You have unsaved changes.')).toBeDefined();
  await press('Save voice');
  expect(await screen.findByText('The AI follows it when it writes for Corner Bakery.')).toBeDefined();
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    voice: {
      ...NO_VOICE,
      tone: 'Warm',
      wordsToAvoid: ['cheap', 'promo'],
      variables: [{ name: 'phone', value: '012-555 0147' }],
    },
    revision: 3,
  });
  expect(toasts.at(-1)).toMatchObject({ title: 'Page Voice Saved' });
});

test('a proposal fills the form, says that nothing counts yet, and can be undone', async () => {
  const proposed = {
    tone: 'Warm',
    audience: 'Neighbours',
    languageMix: '',
    wordsToUse: ['kaw'],
    facts: 'Open 7am',
    emoji: 'a few',
    hashtags: '',
    signOff: '',
  } as const;
  const { calls } = await open(answer(proposePageVoice, { voice: { ...proposed, wordsToUse: ['kaw'] }, posts: 8 }));
  await press('Propose from best posts');
  expect(await screen.findByText('Proposed from 8 posts. Check it: nothing changes until you save.')).toBeDefined();
  expect(field('Tone of voice').value).toBe('Warm');
  expect(field('Words to avoid').value).toBe('cheap');
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
  await userEvent.type(field('Words to avoid'), ', promo');
  await press('Undo proposal');
  expect(field('Tone of voice').value).toBe('Cool');
  expect(field('Words to avoid').value).toBe('cheap, promo');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Propose from best posts' }));
});

test('why nothing was saved is told, and what was written stays', async () => {
  const message = 'Nothing can be saved right now.';
  const { toasts } = await open(answer(savePageVoice, () => new Refusal(503, { message, code: 'busy' })));
  await userEvent.type(field('Sign-off'), 'Bye');
  await press('Save voice');
  await expect.poll(() => toasts.at(-1)).toMatchObject({ title: 'Not Saved', description: message });
  expect(field('Sign-off').value).toBe('Bye');
});

test('what somebody else saved meanwhile is joined with what was written here, and saved over knowingly', async () => {
  const theirs = { ...kept, revision: 4, voice: { ...kept.voice, tone: 'Plain', audience: 'Students' } };
  let isTheirs = false;
  const { calls } = await open(
    answer(readPageVoice, () => (isTheirs ? theirs : kept)),
    answer(savePageVoice, ({ body }) =>
      body.revision === 3
        ? new Refusal(409, { message: 'Changed', code: 'conflict' })
        : { ...theirs, ...body, revision: 5 },
    ),
  );
  await userEvent.type(field('Tone of voice'), ', warm');
  await userEvent.type(field('Sign-off'), 'Bye');
  isTheirs = true;
  await press('Save voice');
  expect(await screen.findByText(/Saving replaces theirs in: Tone of voice\.$/)).toBeDefined();
  expect([field('Tone of voice').value, field('Audience').value, field('Sign-off').value]).toEqual([
    'Cool, warm',
    'Students',
    'Bye',
  ]);
  await press('Save voice');
  await screen.findByText('The AI follows it when it writes for Corner Bakery.');
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
  expect(calls.findLast(({ method }) => method === 'PATCH')?.body).toMatchObject({
    voice: { tone: 'Cool, warm', audience: 'Students', signOff: 'Bye' },
    revision: 4,
  });
});

test('who shares the page reads its voice and changes nothing', async () => {
  await open(answer(readPageVoice, { ...kept, mayEdit: false }));
  expect(screen.getByText('Corner Bakery is shared with you. Only its owner can change its voice.')).toBeDefined();
  expect(field('Tone of voice').closest('fieldset')?.disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save voice' })).toBeNull();
});
