// @vitest-environment jsdom
import {
  createPreviewLink,
  listReleases,
  listVersionErrors,
  listVersionFigures,
  moveRelease,
  type RemoteState,
} from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { healthState, healthWords } from './health-words.ts';
import { buildHistory, buildRelease } from './build-release.ts';
import { ReleasesCard } from './releases-card.tsx';

const history = buildHistory(
  [
    buildRelease('1.2.0', { source: 'released', gitCommit: 'abc123', isTakenBack: true }),
    buildRelease('1.1.0', { status: 'current', source: 'released' }),
    buildRelease('1.0.0', { status: 'previous' }),
  ],
  { health: { loads: 1240, failures: 3, p95Ms: 412 } },
);
const open = (...routes: Answer[]) =>
  renderScreen(ReleasesCard, { routes: [answer(listReleases, [history]), answer(listVersionFigures, []), ...routes] });
const confirm = async () =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /Make Current/ }));

test('an area shows what is current, how it arrives, and every version it can be moved to', async () => {
  open();
  expect(await screen.findByText('1,240 loads · 3 failures · 95% within 412 ms')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Post History Healthy' })).toBeDefined();
  await userEvent.click(screen.getByText(/3 versions/));
  expect(screen.getByText('Withdrawn')).toBeDefined();
  expect(
    screen.getAllByRole('button', { name: /^Make Current: / }).map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Make Current: Post History 1.2.0', 'Make Current: Post History 1.0.0']);
});

test('a version that a robot failed on says so, and is made current by hand after a question', async () => {
  const robot = { outcome: 'failed', at: '2026-11-20T03:00:00Z', note: 'Press "View": it did not come' } as const;
  const [first, ...others] = history.releases;
  const failed = { ...first!, isTakenBack: false, isWaiting: true, robot, needsRobot: true };
  const moved = answer(moveRelease, { from: '1.1.0', to: '1.2.0' });
  const { calls } = open(answer(listReleases, [{ ...history, releases: [failed, ...others] }]), moved);
  await userEvent.click(await screen.findByText(/3 versions/));
  expect(screen.getByText('The robot that tried it failed. Press "View": it did not come.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Make Current: Post History 1.2.0' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'You can go ahead. The audit log will say so.',
  );
  await confirm();
  const sent = calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ version: '1.2.0', revision: 4, withoutRobot: true });
});

test('a version says who signed it and what built it, and an unsigned one that it does not run', async () => {
  const [first, second] = history.releases;
  const releases: RemoteState['releases'] = [
    {
      ...first!,
      trust: 'signed',
      signedBy: 'ci',
      builder: 'Node 26.10.0',
      lockfile: '0a1b2c3d'.repeat(8),
      hasParts: true,
    },
    { ...second!, trust: 'unsigned', signedBy: null },
  ];
  renderScreen(ReleasesCard, { routes: [answer(listReleases, [{ ...history, releases }])] });
  await userEvent.click(await screen.findByText(/2 versions/));
  expect(screen.getByText(/^signed by ci · built with Node 26.10.0 · lockfile 0a1b2c3d/)).toBeDefined();
  expect(screen.getByText("not signed, so it doesn't run")).toBeDefined();
  expect(screen.getByRole('link', { name: 'List of parts of 1.2.0' }).getAttribute('href')).toBe(
    '/api/admin/releases/mf_history/versions/1.2.0/parts',
  );
  expect(screen.queryByText(/RELEASE_KEYS/)).toBeNull();
});

test('without keys the card says that signatures are not checked', async () => {
  const releases = history.releases.map((one) => ({ ...one, trust: 'unchecked' as const }));
  renderScreen(ReleasesCard, { routes: [answer(listReleases, [{ ...history, releases }])] });
  await screen.findByText("Signatures aren't checked, because RELEASE_KEYS isn't set on the server.");
});

test('Roll Back leads to the fallback after a question, naming what was seen', async () => {
  const { calls, toasts } = open(answer(moveRelease, { from: '1.1.0', to: '1.0.0' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Roll Back: Post History' }));
  await confirm();
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'default', title: 'Release Changed', description: 'Post History now runs version 1.0.0.' },
    ]),
  );
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    params: { name: 'mf_history' },
    body: { version: '1.0.0', revision: 4 },
  });
});

test('a version that is not current has a link to look at it, to copy and to scan', async () => {
  const url = 'https://pages.example.com/preview?of=mf_history&version=1.2.0&key=t6ok3f.x';
  const user = userEvent.setup();
  const { calls } = open(answer(createPreviewLink, { url, expiresAt: '2026-11-30T03:00:00Z' }));
  await userEvent.click(await screen.findByText(/3 versions/));
  expect(screen.queryByRole('button', { name: 'Preview: Post History 1.1.0' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Preview: Post History 1.2.0' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview Post History' }));
  expect(await dialog.findByText(url)).toBeDefined();
  expect(dialog.getByRole('img', { name: 'QR code of the preview link' })).toBeDefined();
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    params: { name: 'mf_history' },
    body: { version: '1.2.0' },
  });
  await user.click(dialog.getByRole('button', { name: 'Copy Link' }));
  expect(await navigator.clipboard.readText()).toBe(url);
});

test('what is released while the question stands is not moved unseen', async () => {
  let state = history;
  const { calls, queryClient } = renderScreen(ReleasesCard, {
    routes: [
      answer(listReleases, () => [state]),
      answer(
        moveRelease,
        new Refusal(409, { message: 'mf_history was moved to 1.3.0 while you worked.', code: 'conflict' }),
      ),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Roll Back: Post History' }));
  state = {
    ...history,
    revision: 5,
    releases: [buildRelease('1.3.0', { status: 'current' }), buildRelease('1.1.0', { status: 'previous' })],
  };
  await queryClient.refetchQueries();
  expect((await screen.findByRole('alertdialog')).textContent).toContain('gets version 1.0.0 in place of 1.1.0');
  await confirm();
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({ body: { version: '1.0.0', revision: 4 } }),
  );
});

test('who comes too late is told what is current now, and sees it', async () => {
  const { calls, toasts } = open(
    answer(
      moveRelease,
      new Refusal(409, { message: 'mf_history was moved to 1.3.0 while you worked.', code: 'conflict' }),
    ),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Roll Back: Post History' }));
  await confirm();
  await waitFor(() =>
    expect(toasts).toEqual([
      {
        tone: 'destructive',
        title: 'Failed to Change Release',
        description: 'mf_history was moved to 1.3.0 while you worked.',
      },
    ]),
  );
  await waitFor(() => expect(calls.filter(({ path }) => path === listReleases.path)).toHaveLength(2));
});

test('a version that reaches nobody says so, and what people get in its place', async () => {
  const [, current, fallback] = history.releases;
  const lost = { ...current, health: { loads: 0, failures: 12, p95Ms: null, failedAt: 'manifest' as const } };
  renderScreen(ReleasesCard, {
    routes: [answer(listReleases, [{ ...history, releases: [lost, fallback] } as RemoteState])],
  });
  expect(await screen.findByText('Nobody can load 1.1.0. People get 1.0.0 instead.')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Post History Failing' })).toBeDefined();
  expect(screen.getByText('All versions: 1,240 loads · 3 failures · 95% within 412 ms')).toBeDefined();
});

test('a build that came with the product and waits for its team is named, with the way to it', async () => {
  const [, current] = history.releases;
  renderScreen(ReleasesCard, {
    routes: [
      answer(listReleases, [
        { ...history, releases: [buildRelease('1.4.0', { isWaiting: true }), current] } as RemoteState,
      ]),
    ],
  });
  expect(await screen.findByText(/^A build that came with Pagecast is waiting/)).toBeDefined();
  await userEvent.click(screen.getByText(/2 versions/));
  expect(screen.getByText('Waiting')).toBeDefined();
});

test('what was taken back once is said before it is made current again', async () => {
  open();
  await userEvent.click(await screen.findByText(/3 versions/));
  await userEvent.click(screen.getByRole('button', { name: 'Make Current: Post History 1.2.0' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Version 1.2.0 was taken back before.');
});

test.each([
  [{ loads: 0, failures: 0, p95Ms: null }, 'no loads yet', 'unseen'],
  [{ loads: 1, failures: 0, p95Ms: 80 }, '1 load · no failures · 95% within 80 ms', 'healthy'],
  [
    { loads: 90, failures: 10, p95Ms: 80, failedAt: 'render' as const },
    '90 loads · 10 failures, mostly while showing a screen · 95% within 80 ms',
    'failing',
  ],
  [
    { loads: 0, failures: 1, p95Ms: null, failedAt: 'manifest' as const },
    '0 loads · 1 failure, while loading its file list',
    'failing',
  ],
])('%j is said as "%s", and is %s', (health, words, state) => {
  expect([healthWords(health), healthState(health)]).toEqual([words, state]);
});

test('the shell stands among the areas, without loads, and says what its move changes', async () => {
  const { toasts } = renderScreen(ReleasesCard, {
    routes: [
      answer(listReleases, [
        {
          ...history,
          name: 'shell',
          label: 'Shell',
          health: { loads: 0, failures: 0, p95Ms: null },
          releases: [
            buildRelease('1.1.0', { status: 'current', source: 'released' }),
            buildRelease('1.0.0', { status: 'previous' }),
          ],
        },
      ]),
      answer(moveRelease, { from: '1.1.0', to: '1.0.0' }),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Shell' })).toBeDefined();
  expect(screen.queryByText(/no loads yet/i)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Roll Back: Shell' }));
  expect(
    await screen.findByText(
      /^Anyone who opens or reloads Pagecast from now on gets version 1\.0\.0 in place of 1\.1\.0\./,
    ),
  ).toBeDefined();
  await confirm();
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'default', title: 'Release Changed', description: 'Shell now runs version 1.0.0.' },
    ]),
  );
});

const figures = {
  name: 'mf_history',
  version: '1.1.0',
  views: 2400,
  people: 40,
  errors: 12,
  peopleWithErrors: 3,
  failedCalls: 1,
  peopleWithFailedCalls: 1,
  refusedCalls: 9,
  lcpMs: 1240,
  inpMs: 86,
  cls: 0.021,
};
const openFigures = async (summary: string) => {
  const label = `Last 7 days of Post History: ${summary}`;
  await userEvent.click(
    await screen.findByText((_, element) => element?.tagName === 'SUMMARY' && element.textContent === label),
  );
};
const lineOf = async (label: string) => {
  const row = await screen.findByRole('row', { name: (name) => name.startsWith(label) });
  return within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
};

test('what people met in a version stands beside the version before', async () => {
  const before = { ...figures, version: '1.0.0', views: 900, errors: 0, peopleWithErrors: 0, lcpMs: null, cls: 0 };
  renderScreen(ReleasesCard, {
    routes: [answer(listReleases, [history]), answer(listVersionFigures, [figures, before])],
  });
  await openFigures('2,400 views · 12 errors · 1 failed call');
  expect(await screen.findByRole('table', { name: 'Last 7 days of Post History' })).toBeDefined();
  expect(await lineOf('Views')).toEqual(['2,400', '900']);
  expect(await lineOf('Errors')).toEqual(['5 (3 people)', '0']);
  expect(await lineOf('Failed calls')).toEqual(['0.4 (1 person)', '1.1 (1 person)']);
  expect(await lineOf('Main content')).toEqual(['1.2 s', '–']);
  expect(await lineOf('Responds')).toEqual(['86 ms', '86 ms']);
  expect(await lineOf('Layout shift')).toEqual(['0.021', '0']);
});

test('a version that nobody has opened says so, also beside one that people have', async () => {
  const { unmount } = open();
  expect(await screen.findByText(/^No visits to this version yet\./)).toBeDefined();
  unmount();
  renderScreen(ReleasesCard, { routes: [answer(listReleases, [history]), answer(listVersionFigures, [figures])] });
  await openFigures('2,400 views · 12 errors · 1 failed call');
  expect(await lineOf('Views')).toEqual(['2,400', 'No visits']);
});

test('errors are read when somebody opens them, with the place in the source', async () => {
  const error = {
    id: 'a1',
    kind: 'error' as const,
    name: 'TypeError',
    message: 'e.map is not a function',
    count: 12,
    people: 3,
    firstAt: '2026-11-20T03:00:00Z',
    lastAt: '2026-11-21T03:00:00Z',
    stack: [
      { source: 'src/published/list.tsx', line: 3, column: 9, function: null, code: 'posts.map(toRow)' },
      { source: '172.d878a5c2.js', line: 1, column: 4, function: null, code: null },
    ],
  };
  const { calls } = renderScreen(ReleasesCard, {
    routes: [
      answer(listReleases, [history]),
      answer(listVersionFigures, [figures]),
      answer(listVersionErrors, { errors: [error], total: 1 }),
    ],
  });
  const label = await screen.findByText(/^Errors/, { selector: 'summary' });
  expect(calls.some(({ path }) => path === listVersionErrors.path)).toBe(false);
  await userEvent.click(label);
  expect(await screen.findByText('TypeError: e.map is not a function')).toBeDefined();
  expect(screen.getByText(/^After an action · 12 times · 3 people/)).toBeDefined();
  expect(screen.getByText('posts.map(toRow)')).toBeDefined();
  expect(screen.getByText(/^src\/published\/list\.tsx:3:9/)).toBeDefined();
  expect(calls.find(({ path }) => path === listVersionErrors.path)?.params).toEqual({
    name: 'mf_history',
    version: '1.1.0',
  });
});

test('an area with nothing before its version is withdrawn after a question', async () => {
  const part = { label: 'Post Ideas', name: 'mf_post_ideas', revision: 1 };
  const first = buildRelease('1.0.0', { source: 'released', status: 'current' });
  const { calls } = open(
    answer(listReleases, [buildHistory([first], { ...part, mayWithdraw: true })]),
    answer(moveRelease, { from: '1.0.0', to: '' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw: Post Ideas' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('There is no version before 1.0.0, so Post Ideas disappears for everyone');
  await userEvent.click(within(question).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ version: null, revision: 1 }),
  );
});

test('an area that nobody has any more lists what can be made current', async () => {
  const gone = buildRelease('1.0.0', { source: 'released', isTakenBack: true });
  open(answer(listReleases, [buildHistory([gone], { label: 'Post Ideas' })]));
  await userEvent.click(await screen.findByText(/1 version/));
  expect(screen.getByRole('button', { name: 'Make Current: Post Ideas 1.0.0' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /Withdraw|Roll Back/ })).toBeNull();
});
