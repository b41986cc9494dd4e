import {
  createDataExport,
  dataExportFilePath,
  deleteDataExport,
  listDataExports,
  type DataExport,
} from '@pagecast/api/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, Refusal, serve, type Answer } from '../../../kit/testing.tsx';
import { renderInShell } from '../../testing.tsx';
import { ExportFirst } from './export-first.tsx';
import { YourDataCard } from './your-data-card.tsx';

const one = (facts: Partial<DataExport> = {}): DataExport => ({
  id: 4,
  state: 'ready',
  askedAt: '2026-11-23T09:00:00.000Z',
  percent: 100,
  bytes: 12_400_000,
  files: 240,
  filesMissing: 0,
  expiresAt: '2026-11-30T09:05:00.000Z',
  ...facts,
});
const making = one({ state: 'making', percent: 42, bytes: null, files: null, filesMissing: null, expiresAt: null });

async function open(exports: DataExport[], routes: readonly Answer[] = []) {
  const { calls } = serve([answer(listDataExports, { exports }), ...routes]);
  const shown = await renderInShell(() => <YourDataCard />);
  const writes = () => calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  return { writes, ...shown };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('who never had an export asks for one', async () => {
  const { writes } = await open([], [answer(createDataExport, one({ state: 'waiting' }))]);
  await screen.findByText(/No exports yet/);
  press('Export my data');
  await waitFor(() => expect(writes()).toEqual(['POST /api/settings/exports']));
});

test('one that is being made shows how far it is, and can be cancelled', async () => {
  const { writes } = await open([making], [answer(deleteDataExport, { success: true })]);
  expect((await screen.findByRole('progressbar')).getAttribute('value')).toBe('42');
  expect(screen.getByText('42%')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Export/ })).toBeNull();
  press('Cancel');
  await waitFor(() => expect(writes()).toEqual(['DELETE /api/settings/exports/:id']));
});

test('one that is ready is downloaded by the browser, and deleted after a question', async () => {
  const { writes, toasts } = await open([one({ filesMissing: 2 })], [answer(deleteDataExport, { success: true })]);
  const link = await screen.findByRole('link', { name: 'Download' });
  expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual([dataExportFilePath(4), true]);
  expect(screen.getByText(/11.8 MB/).textContent).toContain('240 files · until Mon 30 Nov');
  expect(screen.getByText(/11.8 MB/).textContent).toContain("2 files couldn't be read");
  press('Delete');
  press('Delete export');
  await waitFor(() => expect(writes()).toEqual(['DELETE /api/settings/exports/:id']));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Export Deleted']));
});

test.each([
  ['failed', { expiresAt: null }, "We couldn't make your export"],
  ['expired', {}, 'Your last export has expired'],
] as const)('one that %s can be made again', async (state, facts, title) => {
  const limit = 'You can export your data 3 times a day. Try again in 5 hours.';
  const refusal = new Refusal(429, { message: limit, code: 'too_many_requests' });
  const { toasts } = await open([one({ state, ...facts })], [answer(createDataExport, refusal)]);
  await screen.findByText(title);
  press('Export again');
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Export Failed', description: limit }]));
});

test('one that is ready can still be had when the next one fails', async () => {
  await open([
    one({ id: 6, state: 'failed', expiresAt: null }),
    one({ id: 5, state: 'expired' }),
    one(),
    one({ id: 3 }),
  ]);
  await screen.findByText("We couldn't make your export");
  const links = screen.getAllByRole('link', { name: 'Download' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([dataExportFilePath(4)]);
  expect(screen.queryByText('Your last export has expired')).toBeNull();
});

test('without an answer it says so, and an older server has no such card', async () => {
  serve([answer(listDataExports, new Refusal(500))]);
  const { unmount } = await renderInShell(() => <YourDataCard />);
  await screen.findByText("We couldn't load your exports");
  unmount();
  serve([answer(listDataExports, new Refusal(404))]);
  const { container } = await renderInShell(() => <YourDataCard />);
  await waitFor(() => expect(container.textContent).toBe(''));
});

test.each<[DataExport[], string]>([
  [[], 'Do you want a copy of your data first?'],
  [[making], 'Your export is being prepared (42%).'],
  [[one()], 'Your export is ready.'],
  [[one({ id: 5, state: 'failed' }), one()], 'Your export is ready.'],
])('who is about to delete their account is offered it first', async (exports, words) => {
  serve([answer(listDataExports, { exports })]);
  await renderInShell(() => <ExportFirst />);
  expect((await screen.findByText(new RegExp(`^${RegExp.escape(words)}`))).textContent).toBeTruthy();
});

test('they can ask for it right there', async () => {
  const exports: DataExport[] = [];
  const { calls } = serve([
    answer(listDataExports, () => ({ exports: [...exports] })),
    answer(createDataExport, () => {
      exports.unshift(making);
      return making;
    }),
  ]);
  await renderInShell(() => <ExportFirst />);
  fireEvent.click(await screen.findByRole('button', { name: 'Export my data first' }));
  await screen.findByText(/being prepared \(42%\)/);
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
