import { listPages } from '@pagecast/api/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { answer, buildPage, chooseIn, renderScreen } from '../testing.tsx';
import { chosenPageId } from './chosen-page.ts';
import { PageSelect } from './page-select.tsx';

beforeEach(() => localStorage.clear());

const sixty = Array.from({ length: 60 }, (_, index) =>
  buildPage({ id: index + 1, name: `Nasi Dapur ${index + 1}`, pageId: `5550${index + 1}`, category: 'Restaurant' }),
);
const routes = [answer(listPages, sixty)];

function Choice() {
  const [value, setValue] = useState('');
  return <PageSelect pages={sixty} value={value} onValueChange={setValue} />;
}
const field = () => screen.getByLabelText('Facebook page');
const shown = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('one of sixty pages is found by part of its name, or by its number at Facebook', async () => {
  renderScreen(Choice, { routes });
  expect(field().textContent).toBe('Select a page');
  await userEvent.click(field());
  const search = await screen.findByRole('combobox', { name: 'Search pages' });
  expect(shown()).toHaveLength(60);
  await userEvent.type(search, 'dapur 42');
  await waitFor(() => expect(shown()).toEqual(['Nasi Dapur 42']));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(field().textContent).toBe('Nasi Dapur 42'));
  await userEvent.click(field());
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search pages' }), '555017');
  await waitFor(() => expect(shown()).toEqual(['Nasi Dapur 17']));
});

test('a name that no page has is told', async () => {
  renderScreen(Choice, { routes });
  await userEvent.click(field());
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search pages' }), 'zzz');
  expect(await screen.findByText('No matching pages.')).toBeDefined();
});

test('pages that were chosen last come first, each with its picture', async () => {
  const { container } = renderScreen(Choice, { routes });
  for (const name of ['Nasi Dapur 50', 'Nasi Dapur 31', 'Nasi Dapur 7', 'Nasi Dapur 50']) {
    await chooseIn(field(), name);
    await waitFor(() => expect(field().textContent).toBe(name));
  }
  await userEvent.click(field());
  await screen.findByRole('combobox', { name: 'Search pages' });
  expect(shown().slice(0, 5)).toEqual([
    'Nasi Dapur 50Recent',
    'Nasi Dapur 7Recent',
    'Nasi Dapur 31Recent',
    'Nasi Dapur 1',
    'Nasi Dapur 2',
  ]);
  expect(container.ownerDocument.querySelector('[role=option] img')?.getAttribute('src')).toBe(
    '/api/facebook-pages/50/picture',
  );
});

const two = [buildPage({ id: 7 }), buildPage({ id: 8, isConnected: false })];
test.each([
  ['', two, '7'],
  ['', [...two, buildPage({ id: 9 })], ''],
  ['', [], ''],
  ['7', two, '7'],
  // Never another page in the place of one that was lost.
  ['8', two, ''],
  ['9', undefined, '9'],
])('of the choice %j among %j the page is %j', (choice, pages, chosen) => {
  expect(chosenPageId(pages, choice)).toBe(chosen);
});
