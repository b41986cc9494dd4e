import { expect, test } from 'vitest';
import { readPostEdit } from './read-post-edit.ts';
import { scheduleValueOf } from './schedule-value.ts';

const now = new Date(2026, 10, 21, 8, 0);
const past = new Date(2026, 10, 20, 9, 0).toISOString();
const post = { content: 'Before', scheduledAt: past, facebookPageId: 7 };
const untouched = scheduleValueOf(past);

test.each([
  ['nothing touched changes nothing', 'Before', untouched, { edit: {} }],
  ['a new text alone leaves a time in the past alone', 'After', untouched, { edit: { content: 'After' } }],
  ['a new time goes out as an instant', 'Before', { date: '2026-11-22', time: '10:30' }, { edit: { scheduledAt: new Date(2026, 10, 22, 10, 30).toISOString() } }],
  ['an empty text is refused', '  ', untouched, { problem: { title: 'No Content', description: 'Please enter your content.' } }],
  ['a date without a time is refused', 'Before', { date: '2026-11-22', time: '' }, { problem: { title: 'Missing Schedule', description: 'Please select both date and time.' } }],
  ['a new time in the past is refused', 'Before', { date: '2026-11-21', time: '07:59' }, { problem: { title: 'Invalid Schedule Time', description: 'Please select a future date and time.' } }],
])('%s', (_, content, schedule, expected) => {
  expect(readPostEdit(post, { content, pageId: '7', schedule }, now)).toEqual(expected);
});

test.each([['', {}], ['7', {}], ['8', { facebookPageId: 8 }]])('with page %j chosen the change is %j', (pageId, edit) => {
  expect(readPostEdit(post, { content: 'Before', pageId, schedule: untouched }, now)).toEqual({ edit });
});

test('a post without a time shows two empty fields', () => {
  expect(scheduleValueOf(null)).toEqual({ date: '', time: '' });
});
