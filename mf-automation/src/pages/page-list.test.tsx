// @vitest-environment jsdom
import { generateContent, type PageConfiguration, type User } from '@pagecast/api/contract';
import { answer, chunks, renderScreen, someUser, type Answer } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useState } from 'react';
import { buildConfiguration, buildSettings } from '../testing.ts';
import { noEdits, withEdits } from './page-edits.ts';
import { PageList } from './page-list.tsx';

function show(
  pages: readonly PageConfiguration[],
  frequency = 6,
  given: { routes?: readonly Answer[]; user?: User } = {},
) {
  const settings = buildSettings({ regenerationFrequency: frequency, pageConfigurations: [...pages] });
  return renderScreen(function Pages() {
    const [edits, setEdits] = useState(noEdits);
    return <PageList planned={withEdits(settings, edits)} edits={edits} othersScopes={{}} onEdits={setEdits} />;
  }, given);
}
const sixty = Array.from({ length: 60 }, (_, index) =>
  buildConfiguration({
    pageId: index + 1,
    pageName: `Page ${index + 1}`,
    isEnabled: index < 3,
    isAvailable: index !== 1,
  }),
);
const cardOf = (name: string) => screen.getByRole('heading', { level: 3, name }).closest('li')!;

test('a card tells the interval and that it is compliant', () => {
  show([buildConfiguration({ contentCount: 4 })]);
  expect(screen.getByText('FB Compliant')).toBeDefined();
  expect(screen.getByText('90 minutes')).toBeDefined();
  expect(
    screen.getByRole('img', {
      name: 'Posts of one cycle: at the start, after 1 h 30 min, after 3 h, after 4 h 30 min',
    }),
  ).toBeDefined();
  expect(screen.queryByText(/30-minute minimum/)).toBeNull();
});

test('an interval below 30 minutes is marked, warned about, and what fits is said', () => {
  show([buildConfiguration({ contentCount: 10 })], 1);
  expect(screen.getByText('Below FB Policy')).toBeDefined();
  expect(
    screen.getByText(/The system will enforce a 30-minute minimum. 2 of 10 fit in 1 h at 30 minutes apart./),
  ).toBeDefined();
});

test('for somebody whose posts stay an hour apart, an hour is the minimum', () => {
  show([buildConfiguration({ contentCount: 2 })], 1, { user: { ...someUser, spacingMinutes: 60 } });
  expect(
    screen.getByText(/The system will enforce a 60-minute minimum. 1 of 2 fit in 1 h at 60 minutes apart./),
  ).toBeDefined();
});

test.each(['0', '11', '2.5', ''])(
  'posts per cycle of "%s" count as 1, which shows when the field is left',
  (written) => {
    show([buildConfiguration()]);
    const field = screen.getByLabelText<HTMLInputElement>('Posts per cycle');
    fireEvent.change(field, { target: { value: written } });
    expect(screen.getByText('360 minutes')).toBeDefined();
    fireEvent.blur(field);
    expect(field.value).toBe('1');
    expect(screen.getByText('Set to 1. Enter a number from 1 to 10.')).toBeDefined();
  },
);

test('only a page that publishes without review has a say about unsourced claims', () => {
  show([buildConfiguration({ holdsUnsourced: true })]);
  const hold = screen.getByRole<HTMLInputElement>('switch', { name: 'Hold posts with unsourced claims' });
  expect(hold.checked).toBe(true);
  fireEvent.click(hold);
  expect(hold.checked).toBe(false);
  fireEvent.change(screen.getByLabelText('Review'), { target: { value: 'draft' } });
  expect(screen.queryByRole('switch', { name: 'Hold posts with unsourced claims' })).toBeNull();
});

test('a number can be written over without being corrected in the middle', async () => {
  show([buildConfiguration({ contentCount: 4 })]);
  const field = screen.getByLabelText<HTMLInputElement>('Posts per cycle');
  await userEvent.clear(field);
  expect(field.value).toBe('');
  await userEvent.type(field, '10');
  expect(field.value).toBe('10');
  expect(screen.getByText('36 minutes')).toBeDefined();
});

test('whoever publishes on the same page is counted', () => {
  show([buildConfiguration({ othersPublishing: 2 })]);
  expect(screen.getByText(/2 other people publish to this page with Pagecast/)).toBeDefined();
});

test('a page that is not connected says so, with the way back', () => {
  show([
    buildConfiguration({
      isAvailable: false,
      problem: {
        code: 'auth',
        message: 'Pagecast can no longer post to Corner Bakery.',
        action: 'reconnect',
      },
    }),
  ]);
  expect(screen.getByText('Disconnected')).toBeDefined();
  expect(screen.getByText(/Pagecast can no longer post to Corner Bakery./)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reconnect' })).toBeDefined();
});

test('a sample is written from the scope as it stands, word by word, and nothing is posted', async () => {
  const sample = chunks();
  const { calls } = show([buildConfiguration({ contentScope: 'Bread.', language: 'Bahasa Melayu' })], 6, {
    routes: [answer(generateContent, sample.response)],
  });
  await userEvent.type(screen.getByLabelText('Content scope'), ' And cake.');
  await userEvent.click(screen.getByRole('button', { name: 'Write a sample' }));
  sample.bring('piece', { text: 'Warm bread' });
  const preview = await screen.findByRole('region', { name: 'Preview' });
  expect(preview.textContent).toContain('Warm bread');
  sample.bring('done', { content: 'Warm bread at six.', generationId: 1 });
  await waitFor(() => expect(preview.textContent).toContain('Warm bread at six.'));
  expect(calls.filter((call) => call.method === 'POST')).toMatchObject([
    { path: generateContent.path, body: { prompt: 'Bread. And cake.', language: 'Bahasa Melayu' } },
  ]);
});

test('a sample that breaks off leaves no half text', async () => {
  const sample = chunks();
  const { toasts } = show([buildConfiguration()], 6, { routes: [answer(generateContent, sample.response)] });
  await userEvent.click(screen.getByRole('button', { name: 'Write a sample' }));
  sample.bring('piece', { text: 'Warm bread' });
  await screen.findByRole('region', { name: 'Preview' });
  sample.breakOff();
  await waitFor(() => expect(toasts.map((toast) => toast.title)).toEqual(['Generation Failed']));
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
});

test('few pages stand open; many are closed and open one by one', async () => {
  show(sixty);
  expect(screen.queryByLabelText('Content scope')).toBeNull();
  await userEvent.click(within(cardOf('Page 5')).getByRole('button', { name: 'Set up Page 5' }));
  expect(within(cardOf('Page 5')).getByLabelText('Content scope')).toBeDefined();
});

const shownPages = () => screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent);

test('sixty pages can be searched and filtered, and the address keeps what is shown', async () => {
  const { address } = show(sixty);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a page' }), 'page 60');
  await waitFor(() => expect(shownPages()).toEqual(['Page 60']));
  await userEvent.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(shownPages()).toHaveLength(60));
  await userEvent.click(screen.getByRole('radio', { name: 'Need attention 1' }));
  expect(shownPages()).toEqual(['Page 2']);
  await userEvent.type(screen.getByRole('searchbox'), 'nobody');
  expect(await screen.findByText(/No matching pages/)).toBeDefined();
  expect(address()).toBe('/?show=attention&page=nobody');
});

test('all pages that are shown are switched on with one choice, and no other', async () => {
  show(sixty);
  await userEvent.type(screen.getByRole('searchbox'), 'page 5');
  await userEvent.click(
    within(await screen.findByRole('group', { name: 'All 15 shown:' })).getByRole('button', { name: 'Turn on' }),
  );
  await userEvent.clear(screen.getByRole('searchbox'));
  await screen.findByRole('group', { name: 'All 60 shown:' });
  expect(screen.getByRole('radio', { name: 'On 18' })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Automate Page 15' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Automate Page 16' }).checked).toBe(false);
});

test('pages are set up together, and what is left alone stays', async () => {
  show(sixty);
  await userEvent.click(screen.getByRole('button', { name: 'Edit selected pages' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit 60 pages' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Review'), 'Ask me first');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
  expect(cardOf('Page 9').textContent).toContain('4 posts per cycle · English · Ask me first');
  expect(screen.getAllByText('Not saved')).toHaveLength(60);
});
