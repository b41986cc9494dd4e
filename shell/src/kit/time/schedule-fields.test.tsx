import { freeSlots } from '@pagecast/api/contract';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ScheduleFields } from './schedule-fields.tsx';
import { whenOf, type ScheduleValue } from './schedule-value.ts';
import { zoneName } from './zone-name.ts';
import { answer, renderScreen, someUser } from '../testing.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T16:30:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function Fields({ pageId = null }: { pageId?: number | null }) {
  const [value, setValue] = useState<ScheduleValue>({ date: '', time: '' });
  return (
    <>
      <ScheduleFields value={value} onValueChange={setValue} pageId={pageId} />
      <output>
        {value.date} {value.time} {value.occurrence}
        {value.slot !== undefined && ` slot of ${value.slot}`}
      </output>
    </>
  );
}
const held = () => screen.getByRole('status').textContent;
const show = (timeZone: string) => {
  renderScreen(Fields, { user: { ...someUser, timeZone } });
};
const fill = (date: string, time: string) => {
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: date } });
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: time } });
};
const note = () =>
  document.getElementById(screen.getByLabelText('Time').getAttribute('aria-describedby') ?? '')?.textContent;

test('the zone is told beside the fields, as it is on the day that was chosen', () => {
  show('America/New_York');
  expect(note()).toBe('Times are in America/New York (GMT-5).');
  fill('2027-07-01', '09:00');
  expect(note()).toBe('Times are in America/New York (GMT-4).');
});

test.each([
  ['America/New_York', '2026-11-21'],
  ['Asia/Kuala_Lumpur', '2026-11-22'],
])('in %s the first day to choose is %s', (timeZone, today) => {
  show(timeZone);
  expect(screen.getByLabelText<HTMLInputElement>('Date').min).toBe(today);
});

test('a time that the clocks skip is told at once', () => {
  show('America/New_York');
  fill('2027-03-14', '02:30');
  expect(note()).toBe(
    'There is no 2:30 on this day in America/New York, because clocks go forward. ' +
      'Choose another time, such as 3:30 (GMT-4).',
  );
  expect(screen.getByLabelText('Time').getAttribute('aria-invalid')).toBe('true');
});

test('of a time that comes twice the first is chosen until the second is, and a new time asks anew', () => {
  show('America/New_York');
  fill('2027-11-07', '01:30');
  expect(note()).toBe('In America/New York this time happens twice on this day, because clocks go back.');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'First, 1:30 (GMT-4)' }).checked).toBe(true);

  fireEvent.click(screen.getByRole('radio', { name: 'Second, 1:30 (GMT-5)' }));
  expect(held()).toBe('2027-11-07 01:30 second');
  fill('2027-11-07', '01:45');
  expect(held()).toBe('2027-11-07 01:45 ');
});

describe('the next free slot of a page', () => {
  const ofPage = (at: string[] | null) =>
    renderScreen(() => <Fields pageId={7} />, {
      user: { ...someUser, timeZone: 'Asia/Kuala_Lumpur' },
      routes: [answer(freeSlots, { pages: at === null ? [] : [{ facebookPageId: 7, zone: 'UTC', at }], isCut: false })],
    });

  test('is taken by one press, and given back by the next', async () => {
    ofPage(['2026-11-24T01:00:00.000Z']);
    const offer = await screen.findByRole('button', { name: 'Next free slot, Tue 24 Nov, 9:00 (GMT+8)' });
    fireEvent.click(offer);
    expect(held()).toBe('2026-11-24 09:00  slot of 7');
    expect(offer.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(offer);
    expect(held()).toBe('  ');
  });

  test('is one no longer when date or time are changed', async () => {
    ofPage(['2026-11-24T01:00:00.000Z']);
    fireEvent.click(await screen.findByRole('button', { name: /^Next free slot/ }));
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '09:01' } });
    expect(held()).toBe('2026-11-24 09:01 ');
  });

  test('of a page without a plan leads to where it gets one', async () => {
    ofPage(null);
    const link = await screen.findByRole('link', { name: 'Set up a weekly plan for this page' });
    expect(link.getAttribute('href')).toBe('/scheduled?plan=7');
  });

  test('is none where all are taken', async () => {
    ofPage([]);
    expect(await screen.findByText('This page has no free slot.')).toBeDefined();
  });

  test('is asked for by a call of that page alone', () => {
    const at = new Date('2026-11-24T01:00:00.000Z');
    const slot = { date: '2026-11-24', time: '09:00', slot: 7 };
    expect(whenOf(slot, { at, pageId: 7 })).toEqual({ nextSlot: { from: at.toISOString() } });
    expect(whenOf(slot, { at, pageId: 8 })).toEqual({ scheduledAt: at.toISOString() });
    expect(whenOf({ ...slot, slot: undefined }, { at, pageId: 7 })).toEqual({ scheduledAt: at.toISOString() });
  });
});

test("without a chosen zone it is the browser's", () => {
  renderScreen(Fields);
  expect(note()).toContain(zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone));
});
