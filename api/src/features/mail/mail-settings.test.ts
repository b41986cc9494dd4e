import { describe, expect, test } from 'vitest';
import {
  changeMailAddress,
  noteBounce,
  readMailServer,
  readMailSettings,
  removeMailAddress,
  removeMailServer,
  updateMailServer,
  updateMailSettings,
} from '../../contract/index.ts';
import { buildPost, buildUser } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';

let { me, caller, pageRow } = {} as Scene;
const api = setUpScene(
  async (scene) => {
    ({ me, caller, pageRow } = scene);
    await api.stored.mailServer.remove();
    await api.stored.rateLimits.remove();
    await api.stored.users.change({ email: 'siti@example.com' }, { id: me.userId });
  },
  { role: 'manager' },
);

const mails = async () => {
  await api.stored.mails.change({ due_at: fromNow(api.db, '-1 second') }, { state: 'waiting' });
  await api.app.mail.round();
  return api.sandbox.mails();
};
const settings = async () => (await caller.call(readMailSettings)).body;
const linkIn = (text: string | undefined, path: string) =>
  new RegExp(`${api.config.PUBLIC_URL}(${path}\\?t=[\\w.-]+)`).exec(text ?? '')?.[1] ?? '';
const open = (path: string) => fetch(new URL(path, api.url));
const press = (path: string, init: RequestInit = {}) => fetch(new URL(path, api.url), { method: 'POST', ...init });
const failed = {
  status: 'failed',
  problem: JSON.stringify({
    code: 'duplicate',
    action: 'edit',
    params: { target: 'facebook', page: 'Kopi', said: null },
  }),
};
const fail = async () => {
  await api.stored.posts.change(failed, { id: await buildPost(api.db, me, { facebookPageId: pageRow }) });
  await api.app.mail.round();
};

describe('an address', () => {
  test('is the one that Facebook gave, until another is typed and confirmed; the old one hears of it', async () => {
    expect(await settings()).toMatchObject({
      isSetUp: true,
      isOn: true,
      address: 'siti@example.com',
      isFromFacebook: true,
    });
    const asked = await caller.call(changeMailAddress, { body: { address: 'new@example.com' } });
    expect(asked.body).toMatchObject({ address: 'siti@example.com', pendingAddress: 'new@example.com' });
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: 'new@example.com', subject: 'Confirm your email address' });
    expect(mail?.headers['list-unsubscribe']).toBeUndefined();
    const link = linkIn(mail?.text, '/mail/confirm');
    const page = await open(link);
    expect([page.status, page.headers.get('referrer-policy'), await page.text()]).toEqual([
      200,
      'no-referrer',
      expect.stringContaining('new@example.com'),
    ]);
    expect((await settings()).address).toBe('siti@example.com');
    expect((await press(link)).status).toBe(200);
    expect(await settings()).toMatchObject({ address: 'new@example.com', isFromFacebook: false, pendingAddress: null });
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
      ['new@example.com', 'Confirm your email address'],
      ['siti@example.com', 'Your email address was changed'],
    ]);
    expect((await press(link)).status).toBe(404);
    expect((await caller.call(removeMailAddress)).body).toMatchObject({ address: 'siti@example.com' });
  });

  test('is confirmed by the newest link alone, and for a day', async () => {
    await caller.call(changeMailAddress, { body: { address: 'one@example.com' } });
    const first = linkIn((await mails())[0]?.text, '/mail/confirm');
    await caller.call(changeMailAddress, { body: { address: 'two@example.com' } });
    const second = linkIn((await mails())[1]?.text, '/mail/confirm');
    expect((await press(first)).status).toBe(404);
    await api.stored.mailSettings.age('25 hours', ['pending_at']);
    expect((await press(`${second}x`)).status).toBe(404);
    expect((await press(second)).status).toBe(200);
  });

  test.each([
    'nobody',
    'a@b',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com, b@example.com',
    '"A" <a@example.com>',
    `${'a'.repeat(65)}@example.com`,
    'siti@exa mple.de',
    'siti@münchen',
  ])('that is none is refused: %s', async (address) => {
    expect((await caller.call(changeMailAddress, { body: { address } })).status).toBe(400);
  });

  test('whose domain is in other letters is mailed at its name in ours, and shown as it was typed', async () => {
    const asked = await caller.call(changeMailAddress, { body: { address: 'siti@MÜNCHEN.例え.jp' } });
    expect(asked.body.pendingAddress).toBe('siti@münchen.例え.jp');
    const [mail] = await mails();
    const kept = { pending_address: 'siti@xn--mnchen-3ya.xn--r8jz45g.jp' };
    expect(await api.stored.mailSettings.rows(kept)).toHaveLength(1);
    const link = linkIn(mail?.text, '/mail/confirm');
    expect(await (await open(link)).text()).toContain('siti@münchen.例え.jp');
    await press(link);
    expect(await settings()).toMatchObject({ address: 'siti@münchen.例え.jp', pendingAddress: null });
  });

  test.each(['ünï@example.com', '王@example.com', 'j\u202eose@example.com'])(
    'with other letters before the @ is refused with what to do: %s',
    async (address) => {
      const { status, body } = await caller.call(changeMailAddress, { body: { address } });
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('before the @. Enter another')]);
    },
  );

  test('at which mails came back gets none until it is confirmed again', async () => {
    const admin = api.as(await buildUser(api.db, { role: 'admin' }));
    const noted = await admin.call(noteBounce, { body: { address: 'SITI@example.com', reason: 'Mailbox is gone' } });
    expect(noted.body).toMatchObject({ people: 1 });
    expect(await settings()).toMatchObject({ bounce: { reason: 'Mailbox is gone' } });
    await fail();
    expect(await mails()).toEqual([]);
    await caller.call(changeMailAddress, { body: { address: 'siti@example.com' } });
    await press(linkIn((await mails())[0]?.text, '/mail/confirm'));
    expect(await settings()).toMatchObject({ bounce: null, address: 'siti@example.com' });
  });

  // The last that asks for links: whoever reached the limit is remembered.
  test('of somebody else is not flooded with links, whoever asks for them', async () => {
    const asked: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const somebody = api.as(await buildUser(api.db));
      asked.push((await somebody.call(changeMailAddress, { body: { address: 'Victim@example.com' } })).status);
    }
    expect(asked).toEqual([200, 200, 200, 200, 429]);
    const mine: number[] = [];
    for (let n = 0; n < 7; n += 1)
      mine.push((await caller.call(changeMailAddress, { body: { address: `v${n}@example.com` } })).status);
    expect(mine).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});

describe('one click', () => {
  const unsubscribing = async () => {
    await fail();
    const [mail] = await mails();
    expect(mail?.headers['list-unsubscribe']).toMatch(/^<.*>$/);
    return linkIn(mail?.headers['list-unsubscribe'], '/mail/unsubscribe');
  };

  test('stops all mails without a login, as often as it comes; opening the link does not', async () => {
    const link = await unsubscribing();
    expect([(await open(link)).status, (await settings()).isOn]).toEqual([200, true]);
    const oneClick = {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    };
    expect([(await press(link, oneClick)).status, (await settings()).isOn]).toEqual([200, false]);
    expect((await press(link, oneClick)).status).toBe(200);
    await fail();
    expect(await mails()).toHaveLength(1);
    expect((await caller.call(updateMailSettings, { body: { isOn: true } })).body.isOn).toBe(true);
  });

  test('that is forged, of another kind, or of an address of before does nothing', async () => {
    const link = await unsubscribing();
    const [payload = '', signature = ''] = link.split('?t=')[1]?.split('.') ?? [];
    const facts = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { u: number };
    const other = Buffer.from(JSON.stringify({ ...facts, u: facts.u + 1 })).toString('base64url');
    const confirming = Buffer.from(JSON.stringify({ ...facts, for: 'confirm' })).toString('base64url');
    for (const t of [
      `${other}.${signature}`,
      `${confirming}.${signature}`,
      payload,
      `${payload}.`,
      '',
      'x'.repeat(5000),
      `${payload}.${signature}.`,
    ])
      expect([t, (await press(`/mail/unsubscribe?t=${t}`)).status]).toEqual([t, 404]);
    expect((await press(link.replace('unsubscribe', 'confirm'))).status).toBe(404);
    await api.stored.users.change({ email: 'other@example.com' }, { id: me.userId });
    expect([(await press(link)).status, (await settings()).isOn]).toEqual([404, true]);
  });

  test('leads where the product is set up, whatever a request calls it', async () => {
    const link = await unsubscribing();
    expect(link).not.toBe('');
    expect((await mails())[0]?.text).not.toContain('evil');
  });
});

describe('what somebody chose', () => {
  test('about quiet hours and pages is kept and read', async () => {
    const chosen = { quietHours: { from: 1320, to: 420 }, mutedPageIds: [pageRow] };
    expect((await caller.call(updateMailSettings, { body: chosen })).body).toMatchObject(chosen);
    expect(await settings()).toMatchObject(chosen);
    await caller.call(updateMailSettings, { body: { quietHours: null } });
    expect(await settings()).toMatchObject({ quietHours: null, mutedPageIds: [pageRow] });
    await fail();
    expect(await mails()).toEqual([]);
  });

  test.each([{ from: -1, to: 0 }, { from: 0, to: 1440 }, { from: 0.5, to: 2 }, { from: 1 }])(
    'that makes no sense is refused: %j',
    async (quietHours) => {
      expect((await caller.call(updateMailSettings, { body: { quietHours } as never })).status).toBe(400);
    },
  );
});

describe('a mail server', () => {
  const admin = async () => api.as(await buildUser(api.db, { role: 'admin' }));
  const smtpUrl = () => String(api.config.SMTP_URL);
  const body = (url: string) => ({ url, sender: 'Kopi <kopi@example.com>', testTo: 'admin@example.com' });

  test('is kept once a test mail went through it, and never shown with its password', async () => {
    const as = await admin();
    const url = smtpUrl().replace('//', '//me:hunter2@');
    const kept = await as.call(updateMailServer, { body: body(url) });
    expect([kept.status, kept.body]).toMatchObject([
      200,
      { source: 'panel', url: `${smtpUrl().replace('//', '//me:****@')}`, sender: 'Kopi <kopi@example.com>' },
    ]);
    expect(await api.sandbox.mails()).toMatchObject([{ to: 'admin@example.com', subject: 'Pagecast can send emails' }]);
    expect(
      JSON.stringify([await api.stored.mailServer.rows(), await api.stored.auditLog.rows(), api.logged]),
    ).not.toContain('hunter2');
    await fail();
    expect((await mails()).at(-1)?.headers['from']).toBe('Kopi <kopi@example.com>');
    expect((await as.call(removeMailServer)).body).toMatchObject({ source: 'server' });
  });

  test.each([
    ['whose password is wrong', () => smtpUrl().replace('//', '//me:wrong@'), 503],
    ['that is away', () => 'smtp://127.0.0.1:1', 503],
    ['that is none', () => 'https://example.com', 400],
    ['with more in its address', () => `${smtpUrl()}?pool=true`, 400],
  ])('%s is not kept', async (_what, url, status) => {
    const as = await admin();
    expect((await as.call(updateMailServer, { body: body(url()) })).status).toBe(status);
    expect((await as.call(readMailServer)).body.source).toBe('server');
  });
});
