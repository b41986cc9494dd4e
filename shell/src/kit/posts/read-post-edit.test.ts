import { expect, test } from 'vitest';
import { readPostEdit } from './read-post-edit.ts';
import { scheduleValueOf } from '../time/schedule-value.ts';

const timeZone = 'Asia/Kuala_Lumpur';
const now = new Date('2026-11-21T08:00:00+08:00');
const past = '2026-11-20T01:00:00.000Z';
const post = { content: 'Before', scheduledAt: past, facebookPageId: 7 };
const untouched = scheduleValueOf(past, timeZone);

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
  expect(readPostEdit(post, { content, pageId: '7', schedule }, { timeZone, now })).toEqual(expected);
});

test.each([
  ['', {}],
  ['7', {}],
  ['8', { facebookPageId: 8 }],
])('with page %j chosen the change is %j', (pageId, edit) => {
  expect(readPostEdit(post, { content: 'Before', pageId, schedule: untouched }, { timeZone, now })).toEqual({ edit });
});

test('the other of two equal times is a change', () => {
  const first = { content: 'Before', scheduledAt: '2026-11-01T05:30:00.000Z', facebookPageId: 7 };
  const schedule = { date: '2026-11-01', time: '01:30', occurrence: 'second' } as const;
  const reading = readPostEdit(
    first,
    { content: 'Before', pageId: '7', schedule },
    { timeZone: 'America/New_York', now: new Date('2026-10-01T00:00:00Z') },
  );
  expect(reading).toEqual({ edit: { scheduledAt: '2026-11-01T06:30:00.000Z' } });
});
