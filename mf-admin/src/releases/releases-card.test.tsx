// @vitest-environment jsdom
import { listReleases, moveRelease, type RemoteState } from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { healthWords } from './health-words.ts';
import { ReleasesCard } from './releases-card.tsx';

const release = { gitCommit: null, source: 'built-in', status: 'retired', isTakenBack: false, createdAt: '2026-11-20T03:00:00Z' } as const;
const history: RemoteState = {
  name: 'mf_history', label: 'Post History', revision: 4, movedAt: '2026-11-21T03:00:00Z', health: { loads: 1240, failures: 3, p95Ms: 412 },
  releases: [
    { ...release, version: '1.2.0', source: 'released', gitCommit: 'abc123', isTakenBack: true }, { ...release, version: '1.1.0', status: 'current', source: 'released' },
    { ...release, version: '1.0.0', status: 'previous' },
  ],
};
const open = (...routes: Answer[]) => renderScreen(ReleasesCard, { routes: [answer(listReleases, [history]), ...routes] });
const confirm = async () => userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /Make Current/ }));

test('an area shows what is current, how it arrives, and every version it can be moved to', async () => {
  open();
  expect(await screen.findByText('1,240 loads · 3 failures · 95% within 412 ms in the last 24 hours')).toBeDefined();
  await userEvent.click(screen.getByText(/3 versions/));
  expect(screen.getByText('Taken back')).toBeDefined();
  expect(screen.getAllByRole('button', { name: /^Make Current: / }).map((button) => button.getAttribute('aria-label'))).toEqual(['Make Current: Post History 1.2.0', 'Make Current: Post History 1.0.0']);
});

test('Roll Back leads to the fallback after a question, naming what was seen', async () => {
  const { calls, toasts } = open(answer(moveRelease, { from: '1.1.0', to: '1.0.0' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Roll Back: Post History' }));
  await confirm();
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Release Changed', description: 'Post History is 1.0.0 from now on.' }]));
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({ params: { name: 'mf_history' }, body: { version: '1.0.0', revision: 4 } });
});

test('who comes too late is told what is current now, and sees it', async () => {
  const { calls, toasts } = open(answer(moveRelease, new Refusal(409, { message: 'mf_history was moved to 1.3.0 while you worked.', code: 'conflict' })));
  await userEvent.click(await screen.findByRole('button', { name: 'Roll Back: Post History' }));
  await confirm();
  await waitFor(() => expect(toasts).toEqual([{ tone: 'destructive', title: 'Failed to Change Release', description: 'mf_history was moved to 1.3.0 while you worked.' }]));
  await waitFor(() => expect(calls.filter(({ path }) => path === listReleases.path)).toHaveLength(2));
});

test.each([
  [{ loads: 0, failures: 0, p95Ms: null }, 'Not opened in the last 24 hours', false],
  [{ loads: 1, failures: 0, p95Ms: 80 }, '1 load · 0 failures · 95% within 80 ms in the last 24 hours', false],
  [{ loads: 90, failures: 10, p95Ms: 80 }, '90 loads · 10 failures · 95% within 80 ms in the last 24 hours', true],
  [{ loads: 0, failures: 1, p95Ms: null }, '0 loads · 1 failure in the last 24 hours', true],
])('%j is said as "%s"', (health, words, isWorrying) => {
  expect(healthWords(health)).toEqual({ words, isWorrying });
});
