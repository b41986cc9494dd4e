// @vitest-environment jsdom
import { readMailServer, removeMailServer, updateMailServer, type MailServer } from '@pagecast/api/contract';
import { answer, Refusal, renderScreen } from '@pagecast/shell/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { MailServerCard } from './mail-server-card.tsx';

const server: MailServer = {
  source: 'panel',
  url: 'smtp://me:****@mail.example.com:587',
  sender: 'Pagecast <pagecast@example.com>',
  waiting: 3,
  failed: 1,
};

async function fill() {
  await userEvent.type(await screen.findByLabelText('Address of the mail server'), 'smtp://mail.example.com');
  await userEvent.type(screen.getByLabelText('Sender'), 'pagecast@example.com');
  await userEvent.clear(screen.getByLabelText('Send the test email to'));
  await userEvent.type(screen.getByLabelText('Send the test email to'), 'admin@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Test and Save' }));
}

test('the mail server in use is shown, and another is kept after a test mail', async () => {
  const { calls, toasts } = renderScreen(MailServerCard, {
    routes: [answer(readMailServer, server), answer(updateMailServer, server), answer(removeMailServer, server)],
  });
  await screen.findByText(/In use: smtp:\/\/me:\*\*\*\*@mail\.example\.com:587, set here/);
  screen.getByText(/3 waiting, 1 failed/);
  await fill();
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Mail Server Updated']));
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    url: 'smtp://mail.example.com',
    sender: 'pagecast@example.com',
    testTo: 'admin@example.com',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Remove this mail server' }));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toContain('Mail Server Removed'));
});

test('one that refuses the test mail says why, and what was typed stays', async () => {
  const { toasts } = renderScreen(MailServerCard, {
    routes: [
      answer(readMailServer, { ...server, source: 'none', url: null, sender: null, waiting: 0, failed: 0 }),
      answer(updateMailServer, () => {
        throw new Refusal(503, { message: 'It says: 535 no', code: 'refused' });
      }),
    ],
  });
  await screen.findByText('No mail server is set up, so nobody gets emails.');
  await fill();
  await waitFor(() =>
    expect(toasts).toMatchObject([{ title: 'Mail Server Not Saved', description: 'It says: 535 no' }]),
  );
  screen.getByDisplayValue('pagecast@example.com');
});
