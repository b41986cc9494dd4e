import { expect, test } from 'vitest';
import { pageMarks } from './page-marks.ts';

const of = (facebookPageId: number | null, pageName: string | null) => ({
  facebookPageId,
  pageName,
  publishPlatform: 'facebook' as const,
});

test('each page has a colour of its own, whatever order the pages come in', () => {
  const colours = (ids: number[]) =>
    ids
      .toSorted((one, other) => one - other)
      .map((id) => pageMarks(ids.map((pageId) => ({ id: pageId })))(of(id, 'Page')).chip);
  const ids = [31, 12, 25, 18, 90, 44, 7, 60];
  expect(new Set(colours(ids)).size).toBe(8);
  expect(colours(ids.toReversed())).toEqual(colours(ids));
});

test.each([
  ['Corner Bakery', 'CB'],
  ['Bakery', 'Ba'],
  ['  Kopi   &  Roti ', 'K&'],
  ['🥐 Bakery', '🥐B'],
  ['麵包店', '麵包'],
  [null, 'UP'],
])('the page %j goes by %j', (name, letters) => {
  expect(pageMarks([])(of(7, name)).letters).toBe(letters);
});

test("what has no page is told by name, without a page's colour", () => {
  const mark = pageMarks([{ id: 7 }]);
  expect(mark({ ...of(null, null), publishPlatform: 'fiztech' })).toMatchObject({
    name: 'Tech Website',
    letters: 'TW',
    chip: 'bg-ink-soft',
  });
  expect(mark(of(null, null))).toMatchObject({ name: 'Unknown Page', chip: 'bg-ink-soft' });
});
