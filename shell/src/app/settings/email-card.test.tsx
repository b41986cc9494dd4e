import {
  changeMailAddress,
  checkPagesStatus,
  readMailSettings,
  removeMailAddress,
  updateMailSettings,
  type MailSettings,
} from '@pagecast/api/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, buildPage, Refusal, renderScreen } from '../../kit/testing.tsx';
import { EmailCard } from './email-card.tsx';

const settings: MailSettings = {
  isSetUp: true,
  isOn: true,
  address: 'siti@example.com',
  isFromFacebook: true,
  pendingAddress: null,
  bounce: null,
  quietHours: null,
  timeZone: 'Asia/Kuala_Lumpur',
  mutedPageIds: [],
};
const pages = [buildPage(), buildPage({ id: 8, name: 'Gym' })];

function open(facts: Partial<MailSettings> = {}, isOwn = true) {
  return renderScreen(() => <EmailCard isOwn={isOwn} />, {
    routes: [
      answer(readMailSettings, { ...settings, ...facts }),
      answer(checkPagesStatus, pages),
      answer(updateMailSettings, { ...settings, ...facts }),
      answer(changeMailAddress, { ...settings, pendingAddress: 'new@example.com' }),
      answer(removeMailAddress, settings),
    ],
  });
}
const bodies = ({ calls }: ReturnType<typeof open>) =>
  calls.filter(({ method }) => method !== 'GET').map(({ body }) => body);

test('says where mails go, and that the address came from Facebook', async () => {
  open();
  expect((await screen.findByText(/Emails go to siti@example\.com\./)).textContent).toContain('You share it with us');
});

test('a link is sent to a new address, which waits for it', async () => {
  const shown = open();
  await userEvent.type(await screen.findByLabelText('Another address'), ' new@example.com ');
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
  await waitFor(() => expect(shown.toasts.map(({ title }) => title)).toEqual(['Check Your Inbox']));
  expect(bodies(shown)).toEqual([{ address: 'new@example.com' }]);
});

test('an address that waits, and one at which mails came back, say what to do', async () => {
  open({ pendingAddress: 'new@example.com', bounce: { at: '2026-11-23T09:00:00.000Z', reason: '550 gone' } });
  await screen.findByText(/We sent a link to new@example\.com/);
  screen.getByText(/came back.*550 gone/);
});

test('mails, quiet hours and pages are saved with each choice', async () => {
  const shown = open({ quietHours: { from: 1320, to: 420 } });
  await userEvent.click(await screen.findByRole('switch', { name: 'Send me emails' }));
  await userEvent.clear(screen.getByLabelText('To'));
  await userEvent.type(screen.getByLabelText('To'), '06:30');
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
  await userEvent.click(screen.getByText('About all pages'));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Gym' }));
  await waitFor(() =>
    expect(bodies(shown)).toEqual([{ isOn: false }, { quietHours: { from: 1320, to: 390 } }, { mutedPageIds: [8] }]),
  );
});

test('without a mail server it says who can help', async () => {
  open({ isSetUp: false });
  await screen.findByText(/An administrator can set up a mail server/);
  expect(screen.queryByRole('switch')).toBeNull();
});

test('whoever impersonates cannot send mails elsewhere', async () => {
  open({}, false);
  await screen.findByText(/Emails go to/);
  expect(screen.queryByLabelText('Another address')).toBeNull();
});

test('an address that is refused says why', async () => {
  const { toasts } = renderScreen(() => <EmailCard isOwn />, {
    routes: [
      answer(readMailSettings, settings),
      answer(checkPagesStatus, []),
      answer(changeMailAddress, () => {
        throw new Refusal(429, { message: 'Too many attempts. Wait 9 s and try again.', code: 'refused' });
      }),
    ],
  });
  await userEvent.type(await screen.findByLabelText('Another address'), 'a@example.com{Enter}');
  await waitFor(() =>
    expect(toasts).toMatchObject([{ title: 'Address Not Changed', description: expect.stringContaining('Wait 9 s') }]),
  );
});
