import { updateSettings } from '@pagecast/api/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, Refusal, renderScreen, someUser } from '../../kit/testing.tsx';
import { TimeZoneCard } from './time-zone-card.tsx';
import { zoneOptions } from './time-zones.ts';

const field = () => screen.getByLabelText('Your time zone');
/**
 * Each letter typed draws hundreds of zones anew, which takes a stand-in for a browser seconds: so the words come at
 * once.
 */
async function search(text: string) {
  await userEvent.click(field());
  await userEvent.click(await screen.findByPlaceholderText('Search by city, country or offset'));
  await userEvent.paste(text);
}
async function find(text: string) {
  await search(text);
  await waitFor(() => expect(screen.getAllByRole('option').length).toBeLessThan(50));
  return screen.getAllByRole('option').map((option) => option.textContent);
}

test.each([
  ['malaysia gmt+8', 'Asia/Kuala Lumpur'],
  ['sao paulo', 'America/Sao Paulo'],
])('searching %j finds %s', async (text, label) => {
  renderScreen(TimeZoneCard);
  expect((await find(text)).some((found) => found.startsWith(label))).toBe(true);
});

test('a choice is saved at once, and what was not chosen stays', async () => {
  const { calls, toasts } = renderScreen(TimeZoneCard, {
    routes: [answer(updateSettings, { timeZone: 'Asia/Kuala_Lumpur', theme: 'system' })],
  });
  await find('kuala');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Time Zone Updated']));
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ timeZone: 'Asia/Kuala_Lumpur' });
});

test('the zone of the browser can be wanted again', async () => {
  const { calls } = renderScreen(TimeZoneCard, {
    user: { ...someUser, timeZone: 'Asia/Kuala_Lumpur' },
    routes: [answer(updateSettings, { timeZone: null, theme: 'system' })],
  });
  expect(field().textContent).toBe('Asia/Kuala LumpurGMT+8');
  await find('this browser');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ timeZone: null }));
});

test('a name that no zone has is told, with what to try', async () => {
  renderScreen(TimeZoneCard);
  await search('olympus mons');
  expect(await screen.findByText(/No matching time zone/)).toBeDefined();
});

test('a refusal leaves the zone as it was', async () => {
  const { toasts } = renderScreen(TimeZoneCard, {
    routes: [answer(updateSettings, new Refusal(503, { message: 'The server is busy.', code: 'unavailable' }))],
  });
  const before = field().textContent;
  await find('kuala');
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(toasts).toEqual([{ tone: 'destructive', title: 'Update Failed', description: 'The server is busy.' }]),
  );
  await waitFor(() => expect(field().textContent).toBe(before));
});

test('every zone is offered once', () => {
  const values = zoneOptions(new Date()).map(({ value }) => value);
  expect(new Set(values).size).toBe(values.length);
  expect(values).toEqual(expect.arrayContaining(['', 'UTC', 'America/New_York']));
});
