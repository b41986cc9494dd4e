// @vitest-environment jsdom
import {
  automationQueue,
  automationSettings,
  generateContent,
  listAutomationCycles,
  readStatus,
  resumeAutomationPage,
  saveAutomationSettings,
  startAutomation,
  stopAutomation,
  type AutomationSettings,
} from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { buildConfiguration, buildSettings } from '../testing.ts';
import { settingsQuery } from '../queries.ts';
import { AutomationScreen } from './automation-screen.tsx';

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** A server that keeps what it is told. */
function serving(first: AutomationSettings, more: readonly Answer[] = []) {
  let settings = first;
  const keep = (next: Partial<AutomationSettings>) => {
    settings = { ...settings, ...next };
    return settings;
  };
  const routes = [
    answer(automationSettings, () => settings),
    answer(automationQueue, []),
    answer(listAutomationCycles, []),
    answer(startAutomation, () => keep({ isEnabled: true, status: 'active', lastRunAt: settings.now })),
    answer(stopAutomation, () => keep({ isEnabled: false, status: 'inactive' })),
    answer(saveAutomationSettings, ({ body }) =>
      keep({
        regenerationFrequency: body?.regenerationFrequency ?? settings.regenerationFrequency,
        pageConfigurations: settings.pageConfigurations.map((page) => ({
          ...page,
          ...(body?.pageConfigurations?.find((given) => given.pageId === page.pageId) as object),
        })),
      }),
    ),
    ...more,
  ];
  return renderScreen(AutomationScreen, { path: '/super-generator', routes });
}

const bodyOf = (calls: { path: string; method: string; body: unknown }[]) =>
  calls.find((call) => call.method === 'POST' && call.path === saveAutomationSettings.path)?.body;
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('it is called Super Content Generator and says whether it is active', async () => {
  serving(buildSettings({ isEnabled: true, status: 'active', lastRunAt: new Date().toISOString() }));
  expect(await screen.findByText('Active')).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: 'Super Content Generator' })).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(true);
});

test('Start switches it on and Stop off, each with its toast, and the badge follows at once', async () => {
  const { toasts } = serving(buildSettings());
  expect(await screen.findByText('Inactive')).toBeDefined();
  await press('Start');
  expect(await screen.findByText('Active')).toBeDefined();
  await press('Stop');
  expect(await screen.findByText('Inactive')).toBeDefined();
  expect(toasts.map((toast) => toast.title)).toEqual(['Automation started', 'Automation stopped']);
});

test.each([
  ['Start', startAutomation, buildSettings(), 'Failed to start automation'],
  ['Stop', stopAutomation, buildSettings({ isEnabled: true, status: 'active' }), 'Failed to stop automation'],
])('%s that is refused says why and changes nothing', async (name, endpoint, settings, title) => {
  const { toasts } = serving(settings, [
    answer(endpoint, new Refusal(503, { message: 'Come back in a minute.', code: 'unavailable' })),
  ]);
  await press(name);
  await waitFor(() => expect(toasts).toEqual([{ tone: 'destructive', title, description: 'Come back in a minute.' }]));
  expect(screen.getByText(settings.isEnabled ? 'Active' : 'Inactive')).toBeDefined();
});

test('Start without a page that could post says what to do instead', async () => {
  const { toasts, calls } = serving(
    buildSettings({ pageConfigurations: [buildConfiguration({ isAvailable: false })] }),
  );
  await press('Start');
  expect(toasts).toEqual([
    {
      tone: 'destructive',
      title: 'Failed to start automation',
      description: 'Turn on at least one connected page first.',
    },
  ]);
  expect(calls.some((call) => call.path === startAutomation.path)).toBe(false);
});

test('what is changed is saved with Save, the changed pages only', async () => {
  const { toasts, calls } = serving(
    buildSettings({
      pageConfigurations: [
        buildConfiguration({ pageId: 1, pageName: 'One' }),
        buildConfiguration({ pageId: 2, pageName: 'Two' }),
      ],
    }),
  );
  const save = await screen.findByRole('button', { name: 'Save' });
  await userEvent.click(screen.getByRole('radio', { name: '12 hours' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Automate Two' }));
  expect(screen.getByText('2 unsaved changes')).toBeDefined();
  await userEvent.click(save);
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Settings saved' }]));
  expect(bodyOf(calls)).toMatchObject({
    regenerationFrequency: 12,
    pageConfigurations: [{ pageId: 2, isEnabled: false, contentCount: 4 }],
  });
  expect(await screen.findByText('All settings are saved.')).toBeDefined();
});

test('Save with nothing changed is a save too', async () => {
  const { toasts, calls } = serving(buildSettings());
  await press('Save');
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Settings saved' }]));
  expect(bodyOf(calls)).toEqual({ pageConfigurations: [] });
});

test('a save that fails says why and keeps what was changed', async () => {
  const { toasts } = serving(buildSettings(), [
    answer(saveAutomationSettings, new Refusal(500, { message: 'Out of order.', code: 'internal' })),
  ]);
  await userEvent.click(await screen.findByRole('radio', { name: '1 hour' }));
  await press('Save');
  await waitFor(() =>
    expect(toasts).toEqual([{ tone: 'destructive', title: 'Failed to save settings', description: 'Out of order.' }]),
  );
  expect(screen.getByText('1 unsaved change')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '1 hour' }).checked).toBe(true);
});

test('unsaved changes outlive the screen, and Discard gives them up', async () => {
  const first = serving(buildSettings());
  fireEvent.change(await screen.findByLabelText('Content scope'), { target: { value: 'Cakes' } });
  first.unmount();
  serving(buildSettings());
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Content scope')).value).toBe('Cakes');
  await press('Discard');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Content scope').value).toBe(
    'Bread and what happens around the oven.',
  );
  expect(sessionStorage.getItem('pagecast.draft.automation.100200300')).toBe(JSON.stringify({ pages: {} }));
});

test('a content scope that somebody else saved is shown before another one takes its place', async () => {
  const { queryClient } = serving(buildSettings());
  const scope = () => screen.getByLabelText<HTMLTextAreaElement>('Content scope');
  const saveElsewhere = (contentScope: string) =>
    queryClient.setQueryData(
      settingsQuery().queryKey,
      buildSettings({ pageConfigurations: [buildConfiguration({ contentScope })] }),
    );
  fireEvent.change(await screen.findByLabelText('Content scope'), { target: { value: 'Cakes' } });
  expect(screen.queryByRole('alert')).toBeNull();
  saveElsewhere('Pies');
  expect(within(await screen.findByRole('alert')).getByText('Pies')).toBeDefined();
  expect(scope().value).toBe('Cakes');
  await press('Use this one');
  expect(scope().value).toBe('Pies');
  expect(screen.queryByRole('alert')).toBeNull();
  // Where nothing is being written, news just show.
  saveElsewhere('Tarts');
  await waitFor(() => expect(scope().value).toBe('Tarts'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Start asks first what becomes of unsaved changes', async () => {
  const { calls } = serving(buildSettings());
  await userEvent.click(await screen.findByRole('radio', { name: '3 hours' }));
  await press('Start');
  const dialog = await screen.findByRole('dialog', { name: 'Unsaved changes' });
  expect(calls.some((call) => call.path === startAutomation.path)).toBe(false);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save and start' }));
  expect(await screen.findByText('Active')).toBeDefined();
  expect(calls.filter((call) => call.method === 'POST').map((call) => call.path)).toEqual([
    saveAutomationSettings.path,
    startAutomation.path,
  ]);
});

test('leaving with unsaved changes is asked about, and goes on as decided', async () => {
  const navigation = new EventTarget();
  vi.stubGlobal('navigation', navigation);
  const leaveFor = (url: string) =>
    navigation.dispatchEvent(
      Object.assign(new Event('navigate', { cancelable: true }), {
        destination: { url: new URL(url, location.href).href, key: 'k' },
        hashChange: false,
        navigationType: 'push',
      }),
    );
  const { address } = serving(buildSettings());
  await screen.findByRole('button', { name: 'Save' });
  expect(leaveFor('/history')).toBe(true);

  await userEvent.click(screen.getByRole('radio', { name: '3 hours' }));
  expect(leaveFor('/history?page=2')).toBe(false);
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Unsaved changes' })).getByRole('button', {
      name: 'Leave without saving',
    }),
  );
  await waitFor(() => expect(address()).toBe('/history?page=2'));
});

test('the end of the tab is asked about only with unsaved changes', async () => {
  serving(buildSettings());
  await screen.findByRole('button', { name: 'Save' });
  const end = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(end()).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: '3 hours' }));
  expect(end()).toBe(false);
});

test('what holds everything is told on top', async () => {
  serving(
    buildSettings({
      isEnabled: true,
      status: 'held',
      problem: { code: 'insufficient_quota', message: 'The AI account has no credit left.', action: null },
    }),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('The AI account has no credit left.');
  expect(screen.getByText('On hold')).toBeDefined();
});

test('a page that was paused says why and is resumed with one click', async () => {
  const paused = buildConfiguration({
    pause: { reason: 'The AI refused the text.', since: '2026-11-21T00:00:00.000Z' },
  });
  const { toasts, calls } = serving(buildSettings({ pageConfigurations: [paused] }), [
    answer(resumeAutomationPage, buildSettings()),
  ]);
  expect(
    await screen.findByText(/after three failures in a row. The last one: The AI refused the text./),
  ).toBeDefined();
  await press('Resume');
  await waitFor(() => expect(toasts.map((toast) => toast.title)).toEqual(['Page resumed']));
  expect(calls.find((call) => call.path === resumeAutomationPage.path)?.params).toEqual({ id: '7' });
});

test('without pages it says how to connect them', async () => {
  serving(buildSettings({ pageConfigurations: [] }));
  expect(await screen.findByText(/No page is connected yet/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Connect pages' }).getAttribute('href')).toBe('/settings');
});

test('settings that could not be loaded can be asked for again', async () => {
  let isDown = true;
  serving(buildSettings(), [
    answer(automationSettings, () =>
      isDown ? new Refusal(500, { message: 'Out of order.', code: 'internal' }) : buildSettings(),
    ),
  ]);
  expect(await screen.findByText('Out of order.')).toBeDefined();
  isDown = false;
  await press('Retry');
  expect(await screen.findByText('Inactive')).toBeDefined();
});

test('in development mode it says who will see what is posted', async () => {
  serving(buildSettings(), [
    answer(readStatus, { loop: { isRunning: true, lastTickAt: null }, appMode: 'development' }),
  ]);
  expect(await screen.findByText(/Only people with a role on the app will see what it posts/)).toBeDefined();
});

const unread = (part: object = {}) =>
  buildConfiguration({ mode: 'publish', isUnreadAgreed: false, pageName: 'Corner Bakery', ...part });
const sampled = answer(generateContent, { content: 'The first loaves come out at six.', generationId: 1 });
const question = () => screen.findByRole('dialog', { name: 'Publish without review?' });
const pathsOf = (calls: { path: string; method: string }[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ path }) => path);

test('the first start of a page without review asks once, with a sample, and does what is answered', async () => {
  const { calls } = serving(buildSettings({ pageConfigurations: [unread()] }), [sampled]);
  await press('Start');
  const dialog = within(await question());
  expect(dialog.getByText(/publishes what the AI writes for Corner Bakery. Nobody reads it first./)).toBeDefined();
  expect(await dialog.findByText('The first loaves come out at six.')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish without review' }));
  expect(await screen.findByText('Active')).toBeDefined();
  expect(bodyOf(calls)).toMatchObject({
    pageConfigurations: [{ pageId: 7, mode: 'publish', isUnreadAgreed: true }],
  });
  await press('Stop');
  await press('Start');
  expect(await screen.findByText('Active')).toBeDefined();
  expect(pathsOf(calls).filter((path) => path === generateContent.path)).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('whoever would rather look first gets review, and the start goes on', async () => {
  const { calls } = serving(buildSettings({ pageConfigurations: [unread(), unread({ pageId: 8, pageName: 'Gym' })] }), [
    sampled,
  ]);
  await press('Start');
  expect((await question()).textContent).toContain('Corner Bakery and Gym');
  await press('Ask me first');
  expect(await screen.findByText('Active')).toBeDefined();
  expect(bodyOf(calls)).toMatchObject({
    pageConfigurations: [
      { pageId: 7, mode: 'draft', isUnreadAgreed: false },
      { pageId: 8, mode: 'draft', isUnreadAgreed: false },
    ],
  });
});

test('an AI that gives no sample says so and stands in nobody’s way', async () => {
  serving(buildSettings({ pageConfigurations: [unread({ contentScope: '' })] }), [
    answer(generateContent, new Refusal(503, { message: 'The AI is down.', code: 'ai_down' })),
  ]);
  await press('Start');
  const dialog = within(await question());
  expect((await dialog.findByRole('alert')).textContent).toContain("We couldn't get a sample. The AI is down.");
  expect(dialog.getByText(/The content scope is empty/)).toBeDefined();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish without review' }).disabled).toBe(false);
});

test('saving asks only while the automation runs, and turning back saves nothing', async () => {
  const running = { isEnabled: true, status: 'active', lastRunAt: new Date().toISOString() } as const;
  const { calls } = serving(buildSettings({ ...running, pageConfigurations: [unread({ isEnabled: false })] }), [
    sampled,
  ]);
  await userEvent.click(await screen.findByRole('switch', { name: 'Automate Corner Bakery' }));
  await press('Save');
  await question();
  await press('Cancel');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodyOf(calls)).toBeUndefined();
  expect(screen.getByText('1 unsaved change')).toBeDefined();
});

test('nobody is asked about a page with review, one that was agreed to, or by a server that does not ask', async () => {
  const { isUnreadAgreed: _, ...old } = unread({ pageId: 9 });
  const pages = [unread({ mode: 'draft' }), unread({ pageId: 8, isUnreadAgreed: true }), old];
  const { calls } = serving(buildSettings({ pageConfigurations: pages }));
  await press('Start');
  expect(await screen.findByText('Active')).toBeDefined();
  expect(pathsOf(calls)).toEqual([startAutomation.path]);
});

test('a page that is on and has no content scope says what that means', async () => {
  serving(buildSettings({ pageConfigurations: [unread({ contentScope: ' ' })] }));
  expect(
    await screen.findByText(/The content scope is empty, so the AI writes about Corner Bakery in general./),
  ).toBeDefined();
});
