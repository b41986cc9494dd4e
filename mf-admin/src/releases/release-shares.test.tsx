// @vitest-environment jsdom
import {
  abortShare,
  listReleases,
  listReleaseShares,
  listVersionFigures,
  moveRelease,
  promoteShare,
  shareRelease,
  type ReleaseShare,
} from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildHistory, buildRelease } from './build-release.ts';
import { ReleasesCard } from './releases-card.tsx';
import { endWords, extentWords } from './share-words.ts';

const released = { source: 'released' } as const;
const history = buildHistory([
  buildRelease('1.2.0', released),
  buildRelease('1.1.0', { ...released, isWaiting: true }),
  buildRelease('1.0.0', { ...released, status: 'current' }),
]);
const growing: ReleaseShare = {
  id: 7,
  name: 'mf_history',
  version: '1.1.0',
  baseVersion: '1.0.0',
  percent: 5,
  people: ['4711', '4712'],
  state: 'growing',
  startedAt: '2026-11-21T03:00:00Z',
  next: { percent: 25, at: '2026-11-21T14:30:00Z' },
  endedAt: null,
  reason: null,
  verdict: { kind: 'too-few', people: 3, basePeople: 57, message: 'Too few people to tell: 3 of at least 20.' },
};
const ended: ReleaseShare = {
  ...growing,
  id: 6,
  people: [],
  state: 'taken-back',
  next: null,
  endedAt: '2026-11-21T04:00:00Z',
  reason: { code: 'worse', params: {}, message: '3 of 40 people met an error in 1.1.0, against 1 of 800 in 1.0.0.' },
};
const open = (shares: ReleaseShare[] | (() => ReleaseShare[]), ...routes: Answer[]) =>
  renderScreen(ReleasesCard, {
    routes: [
      answer(listReleases, [history]),
      answer(listVersionFigures, []),
      answer(listReleaseShares, shares),
      ...routes,
    ],
  });
const written = (calls: ReturnType<typeof open>['calls']) => calls.find(({ method }) => method === 'POST');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const confirm = async (name: string) =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

test('a share that grows says who has the version, what comes next, and when', async () => {
  open([growing]);
  const panel = await screen.findByRole('region', { name: 'Share of Post History 1.1.0' });
  expect(panel.textContent).toContain('1.1.0 goes to 5% of people and 2 by name. Everyone else gets 1.0.0.');
  expect(panel.textContent).toContain('Too few people to tell: 3 of at least 20.');
  // In the zone of whoever looks, it may be the next day.
  const day = new Date(growing.next?.at ?? '').getDate();
  expect(panel.textContent).toMatch(new RegExp(`Next: 25% of people, \\w+ ${day} Nov.* · `));
  expect(
    within(panel)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Next Step', 'Make Current', 'Abort']);
  await userEvent.click(screen.getByText(/3 versions/));
  expect(screen.getByText('Shared')).toBeDefined();
  // Of one area people get one new version at a time.
  expect(screen.queryByRole('button', { name: 'Share: Post History 1.2.0' })).toBeNull();
});

test.each([
  ['Next Step', 'Next Step', promoteShare, 'Post History 1.1.0 goes to 25% of people.'],
  ['Abort', 'Abort Share', abortShare, 'Everyone gets Post History 1.0.0.'],
] as const)('%s is asked for once more, and names what was seen', async (button, sure, endpoint, description) => {
  const { calls, toasts } = open([growing], answer(endpoint, growing));
  await press(`${button}: Post History 1.1.0`);
  await confirm(sure);
  await waitFor(() => expect(toasts).toMatchObject([{ description }]));
  expect(written(calls)).toMatchObject({ params: { name: 'mf_history' }, body: { seen: { id: 7, percent: 5 } } });
});

test('what is known of a share that grows is asked for as people come, and no more once it ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
  try {
    let shares: ReleaseShare[] = [growing];
    let asked = 0;
    open(() => {
      asked += 1;
      return shares;
    });
    await act(() => vi.advanceTimersByTimeAsync(16_000));
    expect(asked).toBe(2);
    shares = [{ ...growing, state: 'aborted' }];
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asked).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

test('after a share was aborted, the keyboard goes on at its area', async () => {
  let shares = [growing];
  renderScreen(ReleasesCard, {
    routes: [
      answer(listReleases, [history]),
      answer(listVersionFigures, []),
      answer(listReleaseShares, () => shares),
      answer(abortShare, () => {
        shares = [];
        return { ...growing, state: 'aborted' as const };
      }),
    ],
  });
  await press('Abort: Post History 1.1.0');
  await confirm('Abort Share');
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Share of/ })).toBeNull());
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H3'));
});

test('a version whose robot failed says so before it is shared, and the share says that it was wanted', async () => {
  const robot = { outcome: 'failed', at: '2026-11-20T03:00:00Z', note: 'No list' } as const;
  const releases = history.releases.map((one) => ({ ...one, robot, needsRobot: one.status !== 'current' }));
  const { calls } = renderScreen(ReleasesCard, {
    routes: [answer(listReleases, [{ ...history, releases }]), answer(shareRelease, growing)],
  });
  await userEvent.click(await screen.findByText(/3 versions/));
  await press('Share: Post History 1.1.0');
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Post History 1.1.0' }));
  expect(dialog.getByText(/^The robot that tried it failed\. No list\. You can go ahead\./)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(written(calls)).toMatchObject({ body: { version: '1.1.0', withoutRobot: true } }));
});

test('a share that somebody else has changed meanwhile stays as it is, and says so', async () => {
  const message = 'Somebody else changed the share of mf_history first. Look at it, then try again.';
  const { toasts } = open([growing], answer(abortShare, new Refusal(409, { message, code: 'conflict' })));
  await press('Abort: Post History 1.1.0');
  await confirm('Abort Share');
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Failed to Abort Share', description: message }]));
});

test('Make Current moves the area, and of another version it says whose share ends', async () => {
  const { calls } = open(
    [{ ...growing, next: { percent: 100, at: null } }],
    answer(moveRelease, { from: '1.0.0', to: '1.2.0' }),
  );
  const panel = within(await screen.findByRole('region', { name: 'Share of Post History 1.1.0' }));
  expect(panel.queryByRole('button', { name: /^Next Step/ })).toBeNull();
  expect(panel.getByText('Next: everyone, when you choose.')).toBeDefined();
  await userEvent.click(screen.getByText(/3 versions/));
  await press('Make Current: Post History 1.2.0');
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'Version 1.1.0 goes to 5% of people and 2 by name now. They get 1.2.0 too.',
  );
  await confirm('Make Current');
  await waitFor(() => expect(written(calls)).toMatchObject({ body: { version: '1.2.0', revision: 4 } }));
});

test('a version is shared with a percentage, with people by name, and by a plan', async () => {
  const { calls, toasts } = open([], answer(shareRelease, growing));
  await userEvent.click(await screen.findByText(/3 versions/));
  await press('Share: Post History 1.1.0');
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Post History 1.1.0' }));
  expect(dialog.getByText('5% of people, then 25%, then everyone.')).toBeDefined();
  const percent = dialog.getByLabelText('Percentage of people');
  await userEvent.clear(percent);
  await userEvent.type(percent, '500');
  await userEvent.click(dialog.getByRole('button', { name: 'Share' }));
  expect(toasts.at(-1)?.description).toContain('whole percentage from 1 to 99');
  await userEvent.clear(percent);
  await userEvent.type(percent, '30%');
  await userEvent.type(dialog.getByLabelText('People (optional)'), '4711, 4712');
  await userEvent.selectOptions(dialog.getByLabelText('Next step'), 'Every 2 hours');
  await userEvent.click(dialog.getByRole('button', { name: 'Share' }));
  await waitFor(() =>
    expect(toasts.at(-1)).toMatchObject({ description: 'Post History 1.1.0 goes to 30% of people and 2 by name.' }),
  );
  expect(written(calls)).toMatchObject({
    params: { name: 'mf_history' },
    body: {
      version: '1.1.0',
      percent: 30,
      people: ['4711', '4712'],
      plan: [{ percent: 100, afterMinutes: 120 }],
    },
  });
});

test('a version that was taken back says so above the list, with the figures', async () => {
  open([ended]);
  const [line] = await screen.findAllByText(/Shared with 5% of people, then taken back by Pagecast/);
  expect(line?.textContent).toMatch(/^1\.1\.0: .*3 of 40 people met an error in 1.1.0, against 1 of 800 in 1.0.0\.$/);
});

test('while another version is shared, an earlier end stands with its version alone', async () => {
  open([{ ...growing, id: 8, version: '1.2.0' }, ended]);
  await screen.findByRole('region', { name: 'Share of Post History 1.2.0' });
  expect(screen.getAllByText(/then taken back by Pagecast/)).toHaveLength(1);
});

test('a share is told in words', () => {
  expect(extentWords({ percent: 0, people: ['1'] })).toBe('1 person by name');
  expect(extentWords({ percent: 0, people: ['1', '2'] })).toBe('2 people by name');
  expect(endWords({ ...ended, state: 'promoted' })).toBe('Shared with 5% of people, then made current');
  expect(endWords({ ...ended, state: 'aborted' })).toBe('Shared with 5% of people, then aborted');
});
