import { describe, expect, test } from 'vitest';
import { changeMailAddress, readMailSettings } from '../../contract/index.ts';
import { buildPost } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';

const ADDRESS = 'siti@example.com';
let { me, caller, pageRow } = {} as Scene;
const api = setUpScene(
  async (scene) => {
    ({ me, caller, pageRow } = scene);
    await api.stored.rateLimits.remove();
    await api.stored.users.change({ email: ADDRESS }, { id: me.userId });
  },
  { role: 'manager' },
);

const problem = { code: 'duplicate', action: 'edit', params: { target: 'facebook', page: 'Kopi', said: null } };
const round = async () => {
  await api.stored.mails.change({ due_at: fromNow(api.db, '-1 second') }, { state: 'waiting' });
  await api.app.mail.round();
};
/** @returns the id of a mail that was taken */
const sendMail = async () => {
  const id = await buildPost(api.db, me, { facebookPageId: pageRow });
  await api.stored.posts.change({ status: 'failed', problem: JSON.stringify(problem) }, { id });
  await api.app.mail.round();
  await round();
  return (await api.sandbox.mails()).at(-1)?.headers['message-id'] ?? '';
};
const bounce = async () => (await caller.call(readMailSettings)).body.bounce;

interface Report {
  readonly messageId: string;
  readonly action?: string;
  readonly status?: string;
  readonly said?: string;
  readonly returned?: string;
  readonly envelopeId?: string;
}
const report = ({ messageId, action = 'failed', status = '5.1.1', said, returned, envelopeId }: Report) =>
  [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
    'To: pagecast@example.com',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    ' boundary="b=_1"',
    '',
    '--b=_1',
    'Content-Type: text/plain',
    '',
    'I could not deliver your mail.',
    '--b=_1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    ...(envelopeId === undefined ? [] : [`Original-Envelope-Id: ${envelopeId}`]),
    'Arrival-Date: Mon, 23 Nov 2026 10:00:00 +0000',
    '',
    `Final-Recipient: rfc822; ${ADDRESS}`,
    `ACTION: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mail.example.com',
    `Diagnostic-Code: smtp; ${said ?? `550 ${status} There is`}`,
    '    nobody of that name',
    '',
    '--b=_1',
    returned ?? 'Content-Type: text/rfc822-headers',
    '',
    'From: pagecast@example.com',
    `Message-ID: ${messageId}`,
    'Subject: A post was not published',
    '',
    '--b=_1--',
    '',
  ].join('\r\n');
const hand = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
  const answer = await fetch(new URL('/mail/bounces', api.url), {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', ...headers },
    body,
  });
  return [answer.status, ((await answer.json()) as { noted?: number }).noted];
};

describe('a report that a mail could not be delivered', () => {
  test.each<[string, (messageId: string) => string]>([
    ['the head of the mail', (messageId) => report({ messageId })],
    ['the whole mail', (messageId) => report({ messageId, returned: 'Content-Type: message/rfc822' })],
    ['its envelope alone', (id) => report({ messageId: '<x@y>', envelopeId: id.slice(1, -1) })],
    ['lines that end as on Unix', (messageId) => report({ messageId }).replaceAll('\r\n', '\n')],
  ])('with %s stops mails to the address, until it is confirmed again', async (_what, reportOf) => {
    const id = await sendMail();
    expect(await hand(reportOf(id))).toEqual([200, 1]);
    expect(await bounce()).toMatchObject({ reason: '550 5.1.1 There is nobody of that name' });
    await sendMail();
    expect((await api.sandbox.mails()).length).toBe(1);
    await caller.call(changeMailAddress, { body: { address: ADDRESS } });
    await round();
    const [link = ''] = /\/mail\/confirm\?t=\S+/.exec((await api.sandbox.mails()).at(-1)?.text ?? '') ?? [];
    expect((await fetch(new URL(link, api.url), { method: 'POST' })).status).toBe(200);
    expect(await bounce()).toBeNull();
    // The same report once more is about a mail of before.
    expect(await hand(reportOf(id))).toEqual([200, 0]);
    expect(await bounce()).toBeNull();
  });

  test.each([
    ['a full mailbox', { status: '5.2.2' }],
    ['a server that was away for days', { status: '4.4.1' }],
  ])('because of %s does so with the third mail', async (_what, facts) => {
    for (const isStopped of [false, false, true]) {
      expect(await hand(report({ messageId: await sendMail(), ...facts }))).toEqual([200, 1]);
      expect((await bounce()) !== null).toBe(isStopped);
    }
  });

  test('about mails of long ago is forgotten', async () => {
    for (let n = 0; n < 3; n += 1) {
      await hand(report({ messageId: await sendMail(), status: '5.2.2' }));
      await api.stored.mailSettings.age('31 days', ['returned_at']);
    }
    expect(await bounce()).toBeNull();
  });

  test.each<[string, Partial<Report>]>([
    ['is late and still under way', { action: 'delayed', status: '4.4.1' }],
    ['arrived', { action: 'delivered', status: '2.0.0' }],
    ['was taken for spam', { status: '5.7.1', said: '550 5.7.1 Blocked' }],
  ])('does not, if the mail %s', async (_what, facts) => {
    for (let n = 0; n < 3; n += 1) await hand(report({ messageId: await sendMail(), ...facts }));
    expect(await bounce()).toBeNull();
  });

  test('that somebody made up changes nothing', async () => {
    const id = await sendMail();
    const [, number = '', mark = ''] = /mail-(\d+)-([\w-]{16})/.exec(id) ?? [];
    const forged = [
      `<mail-${Number(number) + 1}-${mark}@example.com>`,
      `<mail-${number}-${'x'.repeat(16)}@example.com>`,
      `<mail-${number}@example.com>`,
      `<mail-9${'9'.repeat(14)}-${mark}@example.com>`,
    ];
    for (const messageId of forged) expect(await hand(report({ messageId }))).toEqual([200, 0]);
    expect(await bounce()).toBeNull();
  });

  test.each<[string, () => string | Uint8Array<ArrayBuffer>]>([
    ['nothing', () => ''],
    ['noise', () => new Uint8Array(2000).fill(0xff)],
    ['a mail of somebody', () => 'From: a@b.c\r\nSubject: Hi\r\n\r\nHi'],
    ['a mail that quotes the id', () => 'From: a@b.c\r\n\r\n<mail-1-xxxxxxxxxxxxxxxx@a>'],
    [
      'parts within parts',
      () =>
        Array.from({ length: 300 }, (_, n) => `Content-Type: multipart/report; boundary=b${n}\r\n\r\n--b${n}\r\n`).join(
          '',
        ),
    ],
    ['a head without an end', () => `X: ${'y'.repeat(200_000)}`],
    ['very many recipients', () => report({ messageId: '<x@y>', status: '5.1.1\r\n\r\nAction: failed'.repeat(5000) })],
  ])('and is none (%s) is taken, and counts for nothing', async (_what, body) => {
    const before = process.cpuUsage();
    expect(await hand(body())).toEqual([200, 0]);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });

  test('of more than 256 KiB is refused, and so is a flood of them', async () => {
    expect(await hand('x'.repeat(300_000))).toEqual([413, undefined]);
    const statuses = new Set<number>();
    for (let n = 0; n < 130; n += 1) statuses.add(Number((await hand('x'))[0]));
    expect([...statuses]).toEqual([200, 429]);
  });
});

test('a server that says at once that there is nobody stops mails; a full mailbox does with the third', async () => {
  const refuse = (code: number, message: string, path = 'RCPT') =>
    api.sandbox.fault({ match: { service: 'smtp', path }, action: { error: { code, message } }, times: 1 });
  for (const isStopped of [false, false, true]) {
    await refuse(552, '5.2.2 Over quota');
    await sendMail();
    expect((await bounce()) !== null).toBe(isStopped);
  }
  await api.stored.mailSettings.remove();
  await refuse(550, '5.1.1 Nobody', 'DATA');
  await sendMail();
  expect(await bounce()).toMatchObject({ reason: expect.stringContaining('Nobody') });
});
