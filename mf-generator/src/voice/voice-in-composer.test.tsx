// @vitest-environment jsdom
import { NO_VOICE, readPageVoice, showPrompt } from '@pagecast/api/contract';
import { answer } from '@pagecast/shell/kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { choosePage, generate, open, writeByHand } from '../compose/compose-testing.tsx';

const voiced = answer(readPageVoice, {
  facebookPageId: 7,
  pageName: 'Corner Bakery',
  voice: {
    ...NO_VOICE,
    hashtagSets: [{ name: 'Weekend', tags: '#kopi #ipoh' }],
    snippets: [{ name: 'Hours', text: 'Open {opening_hours}. {phone}' }],
    variables: [{ name: 'opening_hours', value: '7am to 4pm' }],
  },
  revision: 1,
  updatedAt: null,
  mayEdit: true,
});

test('a snippet is put in where the caret is, filled in, and says which variable has no value', async () => {
  const { toasts } = await open(voiced);
  await choosePage();
  await writeByHand('Come by');
  await userEvent.click(await screen.findByRole('button', { name: 'Insert' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hours' }));
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your content' });
  expect(text.value).toBe('Come by Open 7am to 4pm. {phone}');
  expect(toasts.at(-1)).toMatchObject({ title: 'A variable has no value' });
});

test('what the AI is told is shown with where it comes from, and asked for in the voice of the page', async () => {
  const parts = [
    { from: 'pagecast', text: 'You write posts.' },
    { from: 'voice', text: 'How the page sounds: Warm' },
    { from: 'brief', text: 'Write about bread' },
  ] as const;
  const { calls } = await open(voiced, answer(showPrompt, { parts: [...parts] }));
  await choosePage();
  await generate();
  expect(calls.find(({ path }) => path === '/api/quick-content-generate')?.body).toMatchObject({ facebookPageId: 7 });
  const told = await screen.findByText('What the AI is told');
  told.closest('details')?.toggleAttribute('open', true);
  told.closest('details')?.dispatchEvent(new Event('toggle'));
  expect(await screen.findByText('How the page sounds: Warm')).toBeDefined();
  expect(screen.getByText('Page voice')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Edit page voice' }).getAttribute('href')).toBe(
    '/content-generator/voice?page=7',
  );
});
