import { describe, expect, test } from 'vitest';
import { facebookLogin, updateMailSettings, updateSettings } from '../../contract/index.ts';
import { buildPost, buildUser } from '../../testing/builders.ts';
import { choicesRepository } from '../outbox/choices.repository.ts';
import { beforeUpdate } from '../../testing/before-update.ts';
import { waitingStatements } from '../../testing/database-state.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { fromNow, newToken } from '../../testing/stored.ts';
import { createLogger } from '../../http/logging.ts';
import { mailer } from './mailer.ts';
import { mailsRepository } from './mails.repository.ts';

let { me, page, pageRow, caller } = {} as Scene;
const api = setUpScene(
  async (scene) => {
    ({ me, page, pageRow, caller } = scene);
    await api.stored.mailServer.remove();
    await api.stored.users.change({ email: 'siti@example.com' }, { id: me.userId });
  },
  { role: 'manager' },
);

const refused = { code: 'duplicate', action: 'edit', params: { target: 'facebook', page: 'Kopi', said: null } };
const mine = (facts: object = {}) => buildPost(api.db, me, { facebookPageId: pageRow, ...facts });
const end = (ids: readonly number[], status = 'failed', problem: object = refused) =>
  api.stored.posts.change({ status, problem: JSON.stringify(problem), updated_at: api.db.fn.now() }, { id: ids });
const fail = async (facts: object = {}) => {
  const id = await mine(facts);
  await end([id]);
  return id;
};
const makeDue = () => api.stored.mails.change({ due_at: fromNow(api.db, '-1 second') }, { state: 'waiting' });
/** What has happened becomes mails, and their time comes. */
const round = async (process: Pick<typeof api, 'app'> = api) => {
  await process.app.mail.round();
  await makeDue();
  await process.app.mail.round();
};
const secondsAhead = async () => {
  const [due] = await api.stored.mails.values<Date>('due_at', { state: 'waiting' });
  return ((due?.getTime() ?? 0) - Date.now()) / 1000;
};
const states = () => api.stored.mails.values('state');
const smtp = (path: string, action: object | string, when = 'before', times = 1) =>
  api.sandbox.fault({ match: { service: 'smtp', path }, action, when, times });

describe('a mail', () => {
  test('tells of a failed post in text and in HTML, with the way to it, and leaves within a minute', async () => {
    const id = await fail({ content: 'Kaya toast <b>now</b>' });
    await api.app.mail.round();
    expect(await api.sandbox.mails()).toEqual([]);
    expect(await secondsAhead()).toBeLessThanOrEqual(40);
    await makeDue();
    await api.app.mail.round();
    const [mail, ...others] = await api.sandbox.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'siti@example.com',
      subject: `A post on ${page.name} was not published`,
      text: expect.stringContaining('“Kaya toast <b>now</b>”'),
      html: expect.stringContaining('Kaya toast &lt;b&gt;now&lt;/b&gt;'),
      headers: {
        'message-id': expect.stringMatching(/^<mail-\d+-[\w-]{16}@/),
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        'auto-submitted': 'auto-generated',
      },
    });
    expect(mail?.text).toContain(`${api.config.PUBLIC_URL}/scheduled?post=${id}`);
    expect(mail?.html).not.toMatch(/<img|src=|url\(/);
    expect(await states()).toEqual(['sent']);
  });

  test('is one for fifty failures, and the next ones make another', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 50; n += 1) ids.push(await mine());
    await end(ids.slice(0, 20));
    await api.app.mail.round();
    await end(ids.slice(20, 49));
    await round();
    await end(ids.slice(49));
    await round();
    expect((await api.sandbox.mails()).map(({ subject }) => subject)).toEqual([
      '49 posts were not published',
      `A post on ${page.name} was not published`,
    ]);
    expect((await api.sandbox.mails())[0]?.text).toContain('And 29 more.');
  });

  test('of several kinds says how many things there are', async () => {
    await fail();
    await end([await mine()], 'missed', { code: 'missed', action: null, params: {} });
    await round();
    expect(await api.sandbox.mails()).toMatchObject([{ subject: '2 things need your attention' }]);
  });

  test('leaves out what has been dealt with, and is none when nothing is left', async () => {
    const [first, second] = [await fail(), await fail()];
    await api.app.mail.round();
    await api.stored.posts.change({ status: 'scheduled', problem: null }, { id: first });
    await round();
    expect((await api.sandbox.mails()).map(({ subject }) => subject)).toEqual([
      `A post on ${page.name} was not published`,
    ]);
    await fail();
    await api.app.mail.round();
    await api.stored.posts.change({ status: 'scheduled', problem: null }, { id: [second, second + 1] });
    await round();
    expect((await api.sandbox.mails()).length).toBe(1);
    expect(await states()).toEqual(['sent', 'settled']);
  });

  test('is what it is whatever a page is called', async () => {
    const name = 'Ko\u202epi\r\nBcc: everybody@example.com\u2028<script>alert(1)</script>"&\u0000 ☕️' + 'x'.repeat(400);
    await api.stored.facebookPages.change({ name: name.replaceAll('\u0000', '') }, { id: pageRow });
    await fail();
    await round();
    const [mail, ...others] = await api.sandbox.mails();
    expect(others).toEqual([]);
    expect(mail?.headers['bcc']).toBeUndefined();
    expect(mail?.subject).toMatch(/^A post on Kopi Bcc: everybody@example\.com <script>alert\(1\)<\/script>"& ☕️x+…$/u);
    expect(mail?.subject.length).toBeLessThanOrEqual(150);
    expect(mail?.html).not.toContain('<script>');
  });
});

describe('nobody is told', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['who has no address', () => api.stored.users.change({ email: null }, { id: me.userId })],
    ['whose address is none', () => api.stored.users.change({ email: 'a@b.com\r\nBcc: x@y.com' }, { id: me.userId })],
    [
      'who may not come in',
      () => api.stored.accessEntries.change({ type: 'blacklist' }, { facebook_id: me.facebookId }),
    ],
    ['who is on no list', () => api.stored.accessEntries.remove({ facebook_id: me.facebookId })],
    ['who stopped all mails', () => settings({ is_on: false })],
    ['whose address was refused', () => settings({ bounced_address: 'siti@example.com', bounced_at: new Date() })],
    ['who chose not to hear of it', () => choicesRepository(api.db).set(me, [choice])],
    ['whose account is gone', () => api.stored.users.remove({ id: me.userId })],
  ])('%s', async (_who, change) => {
    await fail();
    await api.app.mail.round();
    await change();
    await round();
    await api.app.mail.round();
    expect(await api.sandbox.mails()).toEqual([]);
  });
  const settings = (values: object) =>
    api.stored.mailSettings.add({ user_id: me.userId, environment: me.environment, ...values });
  const choice = { kind: 'post_failed', channel: 'mail', enabled: false } as const;

  const hours = () => {
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    return { from: (minute + 1430) % 1440, to: (minute + 60) % 1440 };
  };

  test('at night, and all of it is one mail in the morning', async () => {
    const { from, to } = hours();
    await settings({ quiet_from: from, quiet_to: to });
    await fail();
    await round();
    await fail();
    await api.app.mail.round();
    expect([await api.sandbox.mails(), await states()]).toEqual([[], ['waiting']]);
    expect(await secondsAhead()).toBeGreaterThan(55 * 60);
    await api.stored.mailSettings.change({ quiet_from: null, quiet_to: null }, { user_id: me.userId });
    await round();
    expect(await api.sandbox.mails()).toMatchObject([{ subject: '2 posts were not published' }]);
  });

  test('in quiet hours, but as soon as their person ends them', async () => {
    const choose = (quietHours: ReturnType<typeof hours> | null) =>
      caller.call(updateMailSettings, { body: { quietHours } });
    await choose(hours());
    await fail();
    await round();
    await choose({ ...hours(), to: (hours().to + 60) % 1440 });
    await api.app.mail.round();
    expect([await api.sandbox.mails(), (await secondsAhead()) > 110 * 60]).toEqual([[], true]);
    await choose(null);
    await api.app.mail.round();
    expect((await api.sandbox.mails()).length).toBe(1);
  });

  test('in quiet hours, but as soon as they end, where its server had failed before them', async () => {
    await smtp('CONNECT', 'reset');
    await fail();
    await round();
    await caller.call(updateMailSettings, { body: { quietHours: hours() } });
    api.app.mail.retryNow();
    await round();
    expect(await secondsAhead()).toBeGreaterThan(55 * 60);
    await caller.call(updateMailSettings, { body: { quietHours: null } });
    await api.app.mail.round();
    expect((await api.sandbox.mails()).length).toBe(1);
  });
});

describe('a mail that waits for the morning', () => {
  /** By the clocks of UTC it is night. */
  const sleep = async () => {
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    await caller.call(updateMailSettings, {
      body: { quietHours: { from: (minute + 1320) % 1440, to: (minute + 120) % 1440 } },
    });
    await api.stored.mailSettings.change({ address: 'siti@example.com' }, { user_id: me.userId });
    await fail();
    await round();
    expect(await secondsAhead()).toBeGreaterThan(110 * 60);
  };
  const ROUND_THE_WORLD = 'Pacific/Kiritimati';

  test.each([
    ['chooses', () => caller.call(updateSettings, { body: { timeZone: ROUND_THE_WORLD } })],
    [
      'logs in from',
      async () => {
        const { id, accessToken } = await api.sandbox.user('manager');
        return api.as(null).call(facebookLogin, {
          body: { userID: id, accessToken },
          headers: { 'x-time-zone': ROUND_THE_WORLD },
        });
      },
    ],
  ])('goes out when its person %s a zone in which it is day', async (_how, move) => {
    await sleep();
    expect((await move()).status).toBe(200);
    await api.app.mail.round();
    expect((await api.sandbox.mails()).length).toBe(1);
  });

  test('waits on where the zone makes no difference, and one that still gathers does too', async () => {
    await sleep();
    await caller.call(updateSettings, { body: { timeZone: 'Atlantic/Reykjavik' } });
    await api.app.mail.round();
    expect([await api.sandbox.mails(), (await secondsAhead()) > 110 * 60]).toEqual([[], true]);
    await caller.call(updateMailSettings, { body: { quietHours: null } });
    await api.app.mail.round();
    await fail();
    await api.app.mail.round();
    await caller.call(updateSettings, { body: { timeZone: ROUND_THE_WORLD } });
    await api.app.mail.round();
    expect((await api.sandbox.mails()).length).toBe(1);
  });
});

describe('a mail server that fails', () => {
  test.each([
    ['is away', 'CONNECT', 'reset'],
    ['is busy', 'RCPT', { error: { code: 450 } }],
    ['refuses for now after the mail', 'DATA', { error: { code: 451 } }],
  ])('because it %s is tried again, and the mail goes out once', async (_what, path, action) => {
    await smtp(path, action);
    await fail();
    await round();
    expect([await api.sandbox.mails(), await states()]).toEqual([[], ['waiting']]);
    api.app.mail.retryNow();
    await round();
    expect((await api.sandbox.mails()).length).toBe(1);
  });

  test('is not asked sooner because its person changes their quiet hours', async () => {
    await smtp('CONNECT', 'reset');
    await fail();
    await round();
    api.app.mail.retryNow();
    const due = await api.stored.mails.values('due_at');
    await caller.call(updateMailSettings, { body: { quietHours: { from: 60, to: 120 } } });
    await caller.call(updateMailSettings, { body: { quietHours: null } });
    expect([await states(), await api.stored.mails.values('due_at')]).toEqual([['waiting'], due]);
  });

  test('for good at the address is a bounce: no mail goes there any more', async () => {
    await smtp('RCPT', { error: { code: 550 } });
    await fail();
    await round();
    await fail();
    await round();
    expect([await api.sandbox.mails(), await states()]).toEqual([[], ['failed']]);
    expect(await api.stored.mailSettings.first()).toMatchObject({
      bounced_address: 'siti@example.com',
      bounce_reason: expect.stringContaining('550'),
    });
  });

  test('for good because of us is no bounce', async () => {
    await smtp('RCPT', { error: { code: 554, message: '5.7.1 Relaying denied' } });
    await fail();
    await round();
    expect([await states(), await api.stored.mailSettings.rows()]).toEqual([['failed'], []]);
  });

  test('with a cut line after it took the mail gets it again by the same id, without what happened since', async () => {
    await smtp('DATA', 'reset', 'after');
    await fail();
    await round();
    expect([(await api.sandbox.mails()).length, await states()]).toEqual([1, ['waiting']]);
    expect(await secondsAhead()).toBeLessThanOrEqual(15);
    await fail();
    api.app.mail.retryNow();
    await round();
    const [first, ...later] = await api.sandbox.mails();
    const again = later.filter(({ headers }) => headers['message-id'] === first?.headers['message-id']);
    expect(again).toEqual([expect.objectContaining({ subject: first?.subject })]);
    expect(again[0]?.text).toMatch(/^We sent you an email about this earlier/);
    expect([later.length, await states()]).toEqual([2, ['sent', 'sent']]);
    await round();
    expect((await api.sandbox.mails()).length).toBe(3);
  });

  test.each([
    ['cuts the line in the middle of each mail', 'reset', 0],
    ['takes each mail and cuts the line', 'reset', 4],
  ])('and %s gets it four times at the most', async (_what, action, taken) => {
    await smtp('DATA', action, taken === 0 ? 'before' : 'after', 10);
    await fail();
    for (let n = 0; n < 6; n += 1) {
      await round();
      api.app.mail.retryNow();
    }
    const ids = (await api.sandbox.mails()).map(({ headers }) => headers['message-id']);
    expect([ids.length, new Set(ids).size, await states()]).toEqual([taken, Math.min(taken, 1), ['unclear']]);
  });

  test('after it took the mail, and its person has dealt with it: nothing more is sent', async () => {
    await smtp('DATA', 'reset', 'after');
    const id = await fail();
    await round();
    await api.stored.posts.change({ status: 'scheduled', problem: null }, { id });
    api.app.mail.retryNow();
    await round();
    expect((await api.sandbox.mails()).length).toBe(1);
    expect(await states()).toEqual(['settled']);
  });
});

describe('when a process dies', () => {
  const die = async (values: object) => {
    await api.app.mail.round();
    await api.stored.mails.change({
      state: 'sending',
      lease_token: newToken(api.db),
      lease_expires_at: fromNow(api.db, '-1 second'),
      ...values,
    });
  };

  test('before it handed the mail over, another sends it', async () => {
    await fail();
    await die({});
    await round();
    expect((await api.sandbox.mails()).length).toBe(1);
  });

  test('after it handed the mail over, another sends it again by its id', async () => {
    await fail();
    await die({ handed_at: api.db.fn.now() });
    const [id] = await api.stored.mails.values('id');
    await api.app.mail.round();
    expect(await api.sandbox.mails()).toMatchObject([
      { headers: { 'message-id': expect.stringContaining(`<mail-${id}-`) } },
    ]);
  });

  test('with two mails of one person, they are one', async () => {
    await fail();
    await die({});
    await fail();
    await api.app.mail.round();
    await makeDue();
    await round();
    expect((await api.sandbox.mails()).map(({ subject }) => subject)).toEqual(['2 posts were not published']);
  });

  test('between the answer of the server and its own note, the mail that goes out again has the same id', async () => {
    const change = beforeUpdate(api.db, 'mails');
    await fail();
    await api.app.mail.round();
    await makeDue();
    await change.failWhen("new.state = 'sent'", 'the process is gone');
    await expect(api.app.mail.round()).rejects.toThrow('the process is gone');
    await change.asAlways();
    await api.stored.mails.change({ lease_expires_at: fromNow(api.db, '-1 second') });
    await api.app.mail.round();
    const ids = (await api.sandbox.mails()).map(({ headers }) => headers['message-id']);
    expect([ids.length, new Set(ids).size, await states()]).toEqual([2, 1, ['sent']]);
  });
});

describe('a clock of the database that stood a day ahead', () => {
  const ahead = (more: string) => fromNow(api.db, `1 day ${more}`);
  const setRight = async () => {
    await api.app.jobs.find(({ name }) => name === 'set-mails-right')?.run(new Date());
    await api.app.mail.round();
  };

  test('keeps no mail that gathered by it, nor one that waits for another try', async () => {
    await fail();
    await api.app.mail.round();
    await api.stored.mails.change({ since: ahead('0 s'), due_at: ahead('10 s') });
    await smtp('RCPT', { error: { code: 450 } });
    await setRight();
    await api.stored.mails.change({ due_at: ahead('15 s') });
    await setRight();
    expect([(await api.sandbox.mails()).length, await states()]).toEqual([1, ['sent']]);
  });

  test('keeps none that a process held which has died, and takes none from one that lives', async () => {
    await fail();
    await api.app.mail.round();
    await makeDue();
    const [held] = await mailsRepository(api.db).claim(1);
    await api.stored.mails.change({ lease_expires_at: ahead('20 s') });
    await setRight();
    expect([await api.sandbox.mails(), await states()]).toEqual([[], ['sending']]);
    expect(held === undefined ? false : await mailsRepository(api.db).handOver(held, 'siti@example.com')).toBe(true);
    await api.stored.mails.change({ handed_at: null, lease_expires_at: ahead('20 s') });
    await setRight();
    await api.stored.mails.age('21 seconds', ['lease_expires_at']);
    await api.app.mail.round();
    expect([(await api.sandbox.mails()).length, await states()]).toEqual([1, ['sent']]);
  });

  test('wakes nobody who sleeps', async () => {
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    await api.stored.mailSettings.add({
      user_id: me.userId,
      environment: me.environment,
      quiet_from: (minute + 1430) % 1440,
      quiet_to: (minute + 1380) % 1440,
    });
    await smtp('RCPT', { error: { code: 450 } });
    await fail();
    await round();
    await setRight();
    expect([await api.sandbox.mails(), (await secondsAhead()) > 22 * 3600]).toEqual([[], true]);
  });
});

test('a mail that is put back while another process takes up the next of its person keeps what it tells', async () => {
  const mails = mailsRepository(api.db);
  const gathered = async () => {
    await api.app.mail.round();
    await makeDue();
  };
  await fail({ content: 'Kaya toast' });
  await gathered();
  const held = await mails.claim(1);
  await fail({ content: 'Nasi lemak' });
  await gathered();
  // The sign of life of its own process is under way.
  const sign = await api.db.transaction();
  await mailsRepository(sign).keepHolding(held);
  const back = mails.putBack(held, new Date());
  await expect.poll(() => waitingStatements(api.db)).toBe(1);
  const [next] = await mails.claim(1);
  const told = await mails.openFacts(next?.id ?? 0);
  await Promise.all([sign.commit(), back]);
  expect([told.length, next === undefined ? false : await mails.sent(next)]).toEqual([1, true]);
  await round();
  expect((await api.sandbox.mails()).map(({ text }) => text)).toEqual([expect.stringContaining('Kaya toast')]);
});

test('two processes send each mail once', async () => {
  const other = await api.another();
  const people = [];
  for (let n = 0; n < 20; n += 1) {
    const person = await buildUser(api.db);
    await api.stored.users.change({ email: `p${n}@example.com` }, { id: person.userId });
    people.push(await buildPost(api.db, person));
  }
  await end(people);
  await Promise.all([api.app.mail.round(), other.app.mail.round()]);
  await makeDue();
  await Promise.all([api.app.mail.round(), other.app.mail.round()]);
  const sent = (await api.sandbox.mails()).map(({ to }) => to);
  expect([sent.length, new Set(sent).size]).toEqual([20, 20]);
});

test('mails that cannot be written are tried again, and keep nobody else waiting', async () => {
  const address = (n: number) => `p${n}@example.com`;
  for (let n = 0; n < 20; n += 1)
    await mailsRepository(api.db).add(await buildUser(api.db), 'address_changed', address(n));
  const isOdd = (to: string | null) => to !== address(19);
  const { round: sendAll } = mailer({
    db: api.db,
    adminIds: [],
    writer: {
      async write({ toAddress: to }, from) {
        if (to === null || isOdd(to)) throw new Error('What is to be told has no words');
        return { kind: 'letter', letter: { from, to, raw: Buffer.from('Subject: Hi\r\n\r\nHi'), id: undefined } };
      },
    },
    server: async () => ({ url: api.config.SMTP_URL ?? '', sender: 'pagecast@example.com' }),
    name: 'localhost',
    log: createLogger(api.config, { write: () => {} }),
    now: async () => new Date(),
    count: () => {},
  });
  await sendAll();
  expect((await api.sandbox.mails()).map(({ to }) => to)).toEqual([address(19)]);
  expect(await api.stored.mails.rows({ state: 'waiting' })).toHaveLength(19);
  expect(await api.stored.mails.rows({ state: 'sent' })).toHaveLength(1);
});

test('metrics say how many wait and what came of the others', async () => {
  await fail();
  await api.app.mail.round();
  const text = await (await api.as(null).fetch('/metrics')).text();
  expect(text).toContain('outbox_waiting{channel="mail"} 1');
  expect(text).toContain('mail_outcomes_total');
});
