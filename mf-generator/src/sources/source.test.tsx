// @vitest-environment jsdom
import { readLink, showSource } from '@pagecast/api/contract';
import { answer, Refusal } from '@pagecast/shell/kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { open } from '../compose/compose-testing.tsx';

const bridge = {
  id: 12,
  kind: 'link',
  address: 'https://news.example/bridge',
  name: 'news.example',
  title: 'New bridge for Klang',
  author: 'Aida Rahman',
  publishedAt: null,
  beginning: 'The council opens a new bridge.',
  words: 1240,
  isCut: false,
} as const;

async function readAddress(address: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Write about a link or file' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Address of a page' }), `${address}{Enter}`);
}

test('a page is read, shown, and written about without a topic', async () => {
  const { calls } = await open(answer(readLink, bridge), answer(showSource, bridge));
  await readAddress('news.example/bridge');
  expect(await screen.findByText('The council opens a new bridge.')).toBeDefined();
  expect(calls.find(({ path }) => path === readLink.path)?.body).toEqual({ address: 'https://news.example/bridge' });
  const card = screen.getByRole('region', { name: 'Source' });
  expect(card.textContent).toContain('Aida Rahman · 1,240 words');
  expect(document.activeElement).toBe(card);

  await userEvent.selectOptions(screen.getByLabelText('Content type'), 'promotional');
  await userEvent.click(screen.getByRole('button', { name: /^Generate/ }));
  await screen.findByRole('textbox', { name: 'Generated content' });
  expect(calls.find(({ path }) => path === '/api/quick-content-generate')?.body).toMatchObject({
    sourceId: 12,
    prompt: expect.stringContaining('about what the source says'),
  });

  await userEvent.click(screen.getByRole('button', { name: 'Remove source' }));
  const opener = screen.getByRole('button', { name: 'Write about a link or file' });
  expect(document.activeElement).toBe(opener);
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(document.activeElement?.textContent).toBe('Write about a link or file');
});

test('a page that cannot be read says why, in its field', async () => {
  const words = 'There is no page at this address any more. Check the address.';
  await open(answer(readLink, new Refusal(400, { message: words, code: 'invalid_input' })));
  await readAddress('news.example/gone');
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  const field = screen.getByRole('textbox', { name: 'Address of a page' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
});
