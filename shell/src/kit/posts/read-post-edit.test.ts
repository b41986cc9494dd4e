import { expect, test } from 'vitest';
import { imagesOfPost, type PostImage } from './post-image.ts';
import { readPostEdit } from './read-post-edit.ts';
import { scheduleValueOf } from '../time/schedule-value.ts';

const timeZone = 'Asia/Kuala_Lumpur';
const now = new Date('2026-11-21T08:00:00+08:00');
const past = '2026-11-20T01:00:00.000Z';
const post = { content: 'Before', scheduledAt: past, facebookPageId: 7, mediaType: 'image' as const, media: [] };
const untouched = scheduleValueOf(past, timeZone);
const before = { content: 'Before', images: [], schedule: untouched };

test.each([
  ['nothing touched changes nothing', 'Before', untouched, { edit: {} }],
  ['a new text alone leaves a time in the past alone', 'After', untouched, { edit: { content: 'After' } }],
  [
    'a new time goes out as an instant',
    'Before',
    { date: '2026-11-22', time: '10:30' },
    { edit: { scheduledAt: '2026-11-22T02:30:00.000Z' } },
  ],
  [
    'an empty text is refused',
    '  ',
    untouched,
    { problem: { title: 'No Content', description: 'Please enter your content.' } },
  ],
  [
    'a date without a time is refused',
    'Before',
    { date: '2026-11-22', time: '' },
    { problem: { title: 'Missing Schedule', description: 'Please select both date and time.' } },
  ],
  [
    'a new time in the past is refused',
    'Before',
    { date: '2026-11-21', time: '07:59' },
    { problem: { title: 'Invalid Schedule Time', description: 'Please select a future date and time.' } },
  ],
])('%s', (_, content, schedule, expected) => {
  expect(readPostEdit(post, { content, images: [], pageId: '7', schedule }, { timeZone, now })).toEqual(expected);
});

test.each([
  ['', {}],
  ['7', {}],
  ['8', { facebookPageId: 8 }],
])('with page %j chosen the change is %j', (pageId, edit) => {
  expect(readPostEdit(post, { ...before, pageId }, { timeZone, now })).toEqual({ edit });
});

test('the other of two equal times is a change', () => {
  const first = { ...post, scheduledAt: '2026-11-01T05:30:00.000Z' };
  const schedule = { date: '2026-11-01', time: '01:30', occurrence: 'second' } as const;
  const reading = readPostEdit(
    first,
    { content: 'Before', images: [], pageId: '7', schedule },
    { timeZone: 'America/New_York', now: new Date('2026-10-01T00:00:00Z') },
  );
  expect(reading).toEqual({ edit: { scheduledAt: '2026-11-01T06:30:00.000Z' } });
});

test('other images, another order of them and other words for one go with the change', () => {
  const file = { mimeType: 'image/png', bytes: 9, width: null, height: null, durationSeconds: null };
  const media = [
    { ...file, id: 1, altText: 'Toast' },
    { ...file, id: 2, altText: null },
  ];
  const edit = (images: readonly PostImage[]) =>
    readPostEdit(
      { ...post, media },
      { content: 'Before', images, pageId: '7', schedule: untouched },
      { timeZone, now },
    );
  const same = imagesOfPost({ mediaType: 'image', media });
  const sent = [
    { id: 1, altText: 'Toast' },
    { id: 2, altText: null },
  ];
  expect(edit(same)).toEqual({ edit: {} });
  expect(edit(same.toReversed())).toEqual({ edit: { media: sent.toReversed() } });
  expect(edit(same.slice(1).map((image) => ({ ...image, altText: 'Tea' })))).toEqual({
    edit: { media: [{ id: 2, altText: 'Tea' }] },
  });
});
