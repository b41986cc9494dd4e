import { expect, test } from 'vitest';
import { buildConfiguration, buildSettings } from '../testing.ts';
import { changeCount, editPages, noEdits, readContentCount, realEdits, saveBody, withEdits } from './page-edits.ts';

const settings = buildSettings({
  pageConfigurations: [buildConfiguration({ pageId: 1 }), buildConfiguration({ pageId: 2, isEnabled: false })],
});

test('an edit of one page leaves the others and what was edited before', () => {
  const edits = editPages(editPages(noEdits, [1], { contentCount: 9 }), [1, 2], { mode: 'draft' });
  expect(withEdits(settings, edits).pageConfigurations.map(({ contentCount, mode }) => [contentCount, mode])).toEqual([
    [9, 'draft'],
    [4, 'draft'],
  ]);
  expect(changeCount(edits)).toBe(3);
});

test('what is set back to what is saved is no change', () => {
  const edits = editPages({ ...noEdits, frequency: 6 }, [1], { contentCount: 4 });
  expect(realEdits(settings, edits)).toEqual(noEdits);
});

test('edits of a page that is gone are dropped', () => {
  expect(realEdits(settings, editPages(noEdits, [99], { isEnabled: true }))).toEqual(noEdits);
});

test('a save names the changed pages only, each of them whole', () => {
  expect(saveBody(settings, { ...editPages(noEdits, [2], { isEnabled: true }), frequency: 12 })).toEqual({
    regenerationFrequency: 12,
    pageConfigurations: [
      {
        pageId: 2,
        isEnabled: true,
        contentCount: 4,
        contentScope: 'Bread and what happens around the oven.',
        language: 'English',
        mode: 'publish',
      },
    ],
  });
});

test('what becomes of posts with unsourced claims is sent to a server that knows of it', () => {
  const page = buildConfiguration({ pageId: 1, holdsUnsourced: true });
  const edits = editPages(noEdits, [1], { holdsUnsourced: false });
  expect(saveBody(buildSettings({ pageConfigurations: [page] }), edits).pageConfigurations).toMatchObject([
    { pageId: 1, holdsUnsourced: false },
  ]);
});

test.each([
  ['1', 1],
  ['10', 10],
  [' 7 ', 7],
  ['0', 1],
  ['11', 1],
  ['-3', 1],
  ['2.5', 1],
  ['', 1],
  ['  ', 1],
  ['many', 1],
])('posts per cycle written as "%s" are %i', (text, count) => expect(readContentCount(text)).toBe(count));
