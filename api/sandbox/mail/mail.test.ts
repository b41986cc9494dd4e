import { createTransport } from 'nodemailer';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpSandbox } from '../set-up-sandbox.ts';

const sandbox = setUpSandbox();
let url: string;
beforeAll(async () => {
  url = (await sandbox.control<Record<string, string>>('GET', '/environment'))['SMTP_URL'] ?? '';
});
beforeEach(() => sandbox.control('POST', '/reset'));

const send = (to = 'siti@example.com', pass?: string) =>
  createTransport({ url, ...(pass === undefined ? {} : { auth: { user: 'me', pass } }) }).sendMail({
    from: 'me@example.com',
    to,
    subject: 'Grüße',
    text: 'Plain',
    html: '<p>Rich</p>',
    headers: { 'List-Unsubscribe': '<https://example.com/u>' },
  });
const fault = (path: string, action: object | string, when = 'before') =>
  sandbox.fault({ match: { service: 'smtp', path, to: 'siti' }, when, action, times: 1 });

test('a mail is taken, listed, shown as it is, and thrown away', async () => {
  await send();
  expect(await sandbox.mails()).toMatchObject([
    {
      to: 'siti@example.com',
      subject: 'Grüße',
      text: 'Plain\n',
      html: '<p>Rich</p>\n',
      headers: { 'list-unsubscribe': '<https://example.com/u>' },
      at: expect.stringMatching(/^\d{4}-/),
    },
  ]);
  expect((await sandbox.call('GET', '/mails')).text).toContain('Grüße');
  expect((await sandbox.call('GET', '/mails/1')).text).toContain('list-unsubscribe: &lt;https://example.com/u&gt;');
  const shown = await sandbox.call('GET', '/mails/1/html');
  expect([shown.text, shown.headers.get('content-security-policy')]).toEqual([
    expect.stringContaining('<p>Rich</p>'),
    expect.stringContaining("default-src 'none'"),
  ]);
  await sandbox.control('DELETE', '/mails');
  expect(await sandbox.mails()).toEqual([]);
});

describe('a fault', () => {
  test.each([
    ['CONNECT', { error: { code: 421 } }],
    ['RCPT', { error: { code: 450 } }],
    ['RCPT', { error: { code: 550 } }],
    ['DATA', 'reset'],
  ])('at %s refuses one mail of its address: %j', async (path, action) => {
    await sandbox.fault({ match: { service: 'smtp', path }, action, times: 1 });
    await expect(send()).rejects.toThrow();
    expect(await sandbox.mails()).toEqual([]);
    await send();
    expect(await sandbox.mails()).toHaveLength(1);
  });

  test('after DATA loses the answer to a mail that was taken', async () => {
    await fault('DATA', 'reset', 'after');
    await expect(send()).rejects.toThrow();
    expect(await sandbox.mails()).toHaveLength(1);
  });

  test('of one address leaves the others alone', async () => {
    await fault('RCPT', { error: { code: 550 } });
    await send('ali@example.com');
    expect(await sandbox.mails()).toHaveLength(1);
  });
});

test('any password but one is right', async () => {
  await send('siti@example.com', 'any');
  await expect(send('siti@example.com', 'wrong')).rejects.toThrow('535');
});
