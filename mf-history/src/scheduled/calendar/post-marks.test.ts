import { expect, test } from 'vitest';
import { postMarks } from './post-marks.ts';

const of = (facebookPageId: number | null, pageName: string | null) => ({
  facebookPageId,
  pageName,
  publishPlatform: 'facebook' as const,
});

test('a post has the mark of its page, and one of a page that is gone its letters alone', () => {
  const mark = postMarks([{ id: 7, name: 'Corner Bakery' }]);
  expect(mark(of(7, 'Corner Bakery'))).toMatchObject({ name: 'Corner Bakery', letters: 'CB', chip: 'bg-page-1' });
  expect(mark(of(8, 'Night Diner'))).toMatchObject({ name: 'Night Diner', letters: 'ND', chip: 'bg-ink-soft' });
});

test("what has no page is told by name, without a page's colour", () => {
  const mark = postMarks([{ id: 7, name: 'Corner Bakery' }]);
  expect(mark({ ...of(null, null), publishPlatform: 'fiztech' })).toMatchObject({
    name: 'Tech Website',
    letters: 'TW',
    chip: 'bg-ink-soft',
  });
  expect(mark(of(null, null))).toMatchObject({ name: 'Unknown Page', letters: '?', chip: 'bg-ink-soft' });
});

test('a page has the same mark each time, so that its tiles are not drawn anew', () => {
  const mark = postMarks([{ id: 7, name: 'Corner Bakery' }]);
  expect(mark(of(7, 'Corner Bakery'))).toBe(mark(of(7, 'Corner Bakery')));
  expect(mark(of(7, 'Corner Bakery, renamed'))).not.toBe(mark(of(7, 'Corner Bakery')));
});
