import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import {
  createWebhook,
  deleteWebhook,
  listNotifications,
  listWebhookDeliveries,
  listWebhookEvents,
  listWebhooks,
  MAX_WEBHOOKS,
  readWebhookDelivery,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  WEBHOOK_EVENT_TYPES,
} from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { receiver, type Received, type Receiver } from '../../testing/receiver.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { fromNow, newToken } from '../../testing/stored.ts';
import { bodySchema, CATALOGUE } from './event-catalogue.ts';
import { deliveriesRepository } from './deliveries.repository.ts';

let { me, page, pageRow, caller } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, page, pageRow, caller } = scene);
});

let there: Receiver;
beforeAll(async () => {
  there = await receiver();
});
afterAll(() => there.close());
beforeEach(() => {
  there.received.length = 0;
  there.answers(200);
});

const REFUSED = { code: 'duplicate', action: 'edit', params: { target: 'facebook', page: 'Kopi', said: null } };
const turn = () => api.app.webhooks.turn();
const create = async (path = '/hooks', body: object = {}, who = caller) =>
  (
    await who.call(createWebhook, {
      body: { url: there.origin + path, events: ['post.failed', 'post.published', 'page.needs_reconnect'], ...body },
    })
  ).body;
const fail = async (content = 'Kaya toast') => {
  const id = await buildPost(api.db, me, { facebookPageId: pageRow, content });
  await api.stored.posts.change({ status: 'failed', problem: JSON.stringify(REFUSED) }, { id });
  return id;
};
const deliveries = async (id: number) => (await caller.call(listWebhookDeliveries, { params: { id } })).body.deliveries;
const only = async (id: number) => (await deliveries(id))[0];
/** As if so much time had passed: what rests is awake, what waits is due, what began did so long ago. */
const pass = async (interval: string) => {
  await api.stored.webhooks.age(interval, ['due_at', 'rests_until', 'failing_since', 'lease_until', 'previous_until']);
  await api.stored.webhooks.age(interval, ['last_delivered_at']);
  await api.stored.webhookDeliveries.age(interval, ['next_attempt_at', 'until', 'created_at']);
};
const isSigned = (secret: string, { body, headers }: Received) => {
  try {
    new StandardWebhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

describe('a webhook', () => {
  test('is told what happened, signed as Standard Webhooks has it', async () => {
    const { id, secret } = await create();
    const postId = await fail();
    await turn();
    expect(there.received).toHaveLength(1);
    const [got] = there.received as [Received];
    expect(new StandardWebhook(secret).verify(got.body, got.headers)).toEqual({
      id: got.headers['webhook-id'],
      type: 'post.failed',
      timestamp: expect.stringMatching(/Z$/),
      sequence: 1,
      environment: 'development',
      summary: expect.stringMatching(new RegExp(`^A post on ${page.name} was not published. “Kaya toast” `)),
      link: `${api.config.PUBLIC_URL}/scheduled?post=${postId}`,
      data: {
        page: { id: pageRow, name: page.name },
        post: { id: postId, excerpt: 'Kaya toast', publishPlatform: 'facebook' },
        problem: { code: 'duplicate', action: 'edit', message: expect.stringMatching(/\.$/) },
      },
    });
    expect(await only(id)).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 200, sequence: 1 });
  });

  test('is told only what it listens to, and only of its owner', async () => {
    await create('/mine', { events: ['post.missed'] });
    const stranger = await buildUser(api.db);
    await create('/theirs', {}, api.as(stranger));
    await fail();
    await turn();
    expect(there.received).toEqual([]);
  });

  test('of a published post is told in the transaction that settles it, and not where nobody listens', async () => {
    const before = await buildPost(api.db, me, { facebookPageId: pageRow, status: 'publishing' } as object);
    const publish = (id: number) =>
      api.stored.posts.change(
        { status: 'published', published_at: api.db.fn.now(), lease_token: null, lease_expires_at: null },
        { id },
      );
    await publish(before);
    expect(await api.stored.outboxFacts.rows()).toEqual([]);
    await create();
    const after = await buildPost(api.db, me, {
      facebookPageId: pageRow,
      status: 'publishing',
      content: 'Teh',
    } as object);
    await publish(after);
    await turn();
    expect(there.bodies()).toMatchObject([
      { type: 'post.published', data: { post: { id: after, excerpt: 'Teh' }, permalinkUrl: null } },
    ]);
  });

  test('never shows its secret again, and keeps neither it nor a messenger’s address as they are', async () => {
    const made = await create('/services/T0/B0/abcdef', { format: 'slack' });
    expect(made).toMatchObject({ secret: expect.stringMatching(/^whsec_/), url: `${there.origin}/…` });
    const { secret, ...listed } = made;
    expect((await caller.call(listWebhooks)).body).toEqual([listed]);
    const kept = JSON.stringify([await api.stored.webhooks.rows(), api.logged]);
    expect(kept).not.toContain(secret.slice(6));
    expect(kept).not.toContain('T0/B0');
  });

  test('counts up by one for each event, and is told one after the other', async () => {
    const { id } = await create();
    for (const text of ['one', 'two', 'three']) await fail(text);
    await turn();
    expect(there.bodies().map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect((await deliveries(id)).map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
  });

  test('is told what is left of a broken fact, and what comes after one that cannot be told at all', async () => {
    await create();
    const [broken, hopeless, whole] = [await fail('one'), await fail('two'), await fail('three')];
    await api.stored.outboxFacts.change({ params: 'null' }, { post_id: broken });
    await api.stored.outboxFacts.change({ at: 'infinity' }, { post_id: hopeless });
    await turn();
    expect(there.bodies()).toMatchObject([
      { sequence: 1, data: { post: { id: broken }, problem: null } },
      { sequence: 2, data: { post: { id: whole }, problem: { code: 'duplicate' } } },
    ]);
    expect(api.logged.join('\n')).toContain('outbox.fact-not-told');
    expect(await api.stored.outboxDeliveries.rows({ channel: 'webhook' })).toEqual([]);
  });

  test.each<[string, object, number, string]>([
    ['http', { url: 'http://example.com/a' }, 400, 'url'],
    ['credentials', { url: 'https://a:b@example.com/' }, 400, 'url'],
    ['a low port', { url: 'https://example.com:25/' }, 400, 'url'],
    ['a private address', { url: 'https://10.0.0.1/' }, 400, 'url'],
    ['a mapped address', { url: 'https://[::ffff:10.0.0.1]/' }, 400, 'url'],
    ['metadata of a cloud', { url: 'https://169.254.169.254/latest' }, 400, 'url'],
    ['a number for an address', { url: 'https://167772161/' }, 400, 'url'],
    ['a name of a local network', { url: 'https://intranet/' }, 400, 'url'],
    ['no address', { url: 'javascript:alert(1)' }, 400, 'url'],
    ['a file', { url: 'file:///etc/passwd' }, 400, 'url'],
    ['no events', { events: [] }, 400, 'events'],
    ['an event that there is not', { events: ['post.eaten'] }, 400, 'events.0'],
    ['Telegram without a chat', { format: 'telegram', url: 'https://example.com/bot1:a/sendMessage' }, 400, 'url'],
    ['a field that there is not', { secret: 'whsec_mine' }, 400, 'secret'],
  ])('with %s is refused', async (_what, body, status, path) => {
    const answer = await caller.call(createWebhook, {
      body: { url: `${there.origin}/`, events: ['post.failed'], ...body } as never,
    });
    expect([answer.status, answer.body]).toMatchObject([status, { issues: [{ path }] }]);
    expect(await api.stored.webhooks.rows()).toEqual([]);
  });

  test('an event for administrators is refused to everybody else, and not sent to who is none any more', async () => {
    const answer = await caller.call(createWebhook, {
      body: { url: there.origin, events: ['release.taken_back'] },
    });
    expect(answer.status).toBe(403);
    const types = (await caller.call(listWebhookEvents)).body.map(({ type }) => type);
    expect(types).not.toContain('release.taken_back');
    const admin = await buildUser(api.db, { role: 'admin' });
    await create('/', { events: ['release.taken_back'] }, api.as(admin));
    const tell = async () => {
      await api.stored.outboxFacts.add({
        user_id: admin.userId,
        environment: admin.environment,
        kind: 'release_taken_back',
      });
      await turn();
    };
    await tell();
    expect(there.bodies()).toMatchObject([{ type: 'release.taken_back' }]);
    await api.stored.accessEntries.change({ role: 'user' }, { facebook_id: admin.facebookId });
    await tell();
    expect(there.received).toHaveLength(1);
  });

  test('of somebody who may not come in any more is told nothing', async () => {
    await create();
    await api.stored.accessEntries.change({ type: 'blacklist' }, { facebook_id: me.facebookId });
    await fail();
    await turn();
    expect(there.received).toEqual([]);
  });

  test('is one of few, also when many are made at once', async () => {
    const made = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + 2 }, () =>
        caller.call(createWebhook, { body: { url: there.origin, events: ['post.failed'] } }),
      ),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(MAX_WEBHOOKS);
    expect(made.filter(({ status }) => status === 409)).toHaveLength(2);
  });

  test('that is off is told nothing, and nothing of that time when it is on again', async () => {
    const { id } = await create();
    await caller.call(updateWebhook, { params: { id }, body: { isEnabled: false } });
    await fail('while off');
    await turn();
    expect((await caller.call(testWebhook, { params: { id } })).status).toBe(409);
    await caller.call(updateWebhook, { params: { id }, body: { isEnabled: true } });
    await fail('while on');
    await turn();
    expect(there.bodies()).toMatchObject([{ data: { post: { excerpt: 'while on' } } }]);
  });

  test('goes to a new address from then on, and says no more once it is deleted', async () => {
    const { id } = await create('/old');
    await caller.call(updateWebhook, { params: { id }, body: { url: `${there.origin}/new?key=1` } });
    expect((await caller.call(listWebhooks)).body).toMatchObject([{ url: `${there.origin}/new?…` }]);
    await fail();
    await turn();
    expect(there.received.map(({ path }) => path)).toEqual(['/new?key=1']);
    await caller.call(deleteWebhook, { params: { id } });
    await fail();
    await turn();
    expect(there.received).toHaveLength(1);
    expect(await api.stored.webhookDeliveries.rows()).toEqual([]);
  });

  test('at an address that was wrong gets all of it at once when that is corrected, with a day for it', async () => {
    const { id } = await create('/wrong');
    there.answers((response, { path }) => response.writeHead(path === '/wrong' ? 404 : 200).end());
    await fail('first');
    await fail('second');
    for (const hours of [0, 1, 8, 8]) {
      await pass(`${hours} hours`);
      await turn();
    }
    there.received.length = 0;
    await turn();
    expect(there.received).toEqual([]);
    await caller.call(updateWebhook, { params: { id }, body: { url: `${there.origin}/down` } });
    there.answers(503);
    await turn();
    await pass('7 hours');
    await turn();
    await caller.call(updateWebhook, { params: { id }, body: { url: `${there.origin}/right` } });
    there.answers(200);
    await turn();
    expect(there.received.filter(({ path }) => path === '/right')).toHaveLength(2);
    expect((await deliveries(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ]);
    expect((await caller.call(listWebhooks)).body).toMatchObject([{ isEnabled: true, failingSince: null }]);
  });

  test.each([
    [
      'corrects its address',
      (id: number) => caller.call(updateWebhook, { params: { id }, body: { url: `${there.origin}/right` } }),
      410,
      '/right',
    ],
    [
      'asks for the event again',
      async (id: number) => caller.call(redeliverWebhook, { params: { id: (await only(id))?.id ?? 0 } }),
      503,
      '/wrong',
    ],
    ['tries it', (id: number) => caller.call(testWebhook, { params: { id } }), 503, '/wrong'],
  ])('whose owner %s while a try comes to nothing is tried at once', async (_what, ask, status, path) => {
    const { id } = await create('/wrong');
    const held: (() => void)[] = [];
    const arrived = new Promise<void>((resolve) => {
      there.answers((response) => {
        held.push(() => response.writeHead(status).end());
        resolve();
      });
    });
    await fail();
    const turned = turn();
    await arrived;
    expect((await ask(id)).status).toBeLessThan(300);
    there.answers(200);
    for (const letGo of held) letGo();
    await turned;
    expect(there.received.map((got) => got.path).slice(0, 2)).toEqual(['/wrong', path]);
    expect((await caller.call(listWebhooks)).body).toMatchObject([{ isEnabled: true, disabledBecause: null }]);
  });

  test('can be tried', async () => {
    const { id, secret } = await create();
    expect((await caller.call(testWebhook, { params: { id } })).status).toBe(201);
    await turn();
    expect(there.bodies()).toMatchObject([{ type: 'webhook.test', sequence: 1, data: {} }]);
    expect(isSigned(secret, there.received[0] as Received)).toBe(true);
  });
});

describe('a new secret', () => {
  test('signs at once, and the one before signs along for a day', async () => {
    const { id, secret: first } = await create();
    const { secret: second, previousSecretUntil } = (await caller.call(rotateWebhookSecret, { params: { id } })).body;
    expect(previousSecretUntil).not.toBeNull();
    await fail();
    await turn();
    const signedBy = (got: Received | undefined) =>
      [first, second].map((secret) => got !== undefined && isSigned(secret, got));
    expect(signedBy(there.received[0])).toEqual([true, true]);
    await pass('25 hours');
    await fail();
    await turn();
    expect(signedBy(there.received[1])).toEqual([false, true]);
    expect((await caller.call(listWebhooks)).body).toMatchObject([{ previousSecretUntil: null }]);
  });
});

describe('a receiver that', () => {
  test('answers 500 is asked again with the same id and number, and the event arrives once it is well', async () => {
    const { id } = await create();
    there.answers(500);
    await fail();
    await turn();
    const tried = await only(id);
    expect(tried).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: 500 });
    expect(Date.parse(tried?.nextAttemptAt ?? '') - Date.parse(tried?.lastAttemptAt ?? '')).toBe(5000);
    // By now that may be over.
    await pass('-1 hour');
    await turn();
    expect(there.received).toHaveLength(1);
    there.answers(204);
    await pass('1 hour');
    await pass('6 seconds');
    await turn();
    const [first, second] = there.received as [Received, Received];
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toBe(first.body);
    expect(await only(id)).toMatchObject({ state: 'delivered', attempts: 2, nextAttemptAt: null });
    expect((await caller.call(listWebhooks)).body).toMatchObject([{ failingSince: null, waiting: 0 }]);
  });

  test('answers 500 for a day is told nothing more, and its owner learns it everywhere', async () => {
    const { id } = await create();
    there.answers(500);
    await fail();
    for (const hours of [0, 1, 8, 8, 8]) {
      await pass(`${hours} hours`);
      await turn();
    }
    expect((await caller.call(listWebhooks)).body).toMatchObject([{ isEnabled: false, disabledBecause: 'failing' }]);
    expect(await only(id)).toMatchObject({ state: 'failed' });
    expect((await caller.call(listNotifications)).body.notifications).toContainEqual(
      expect.objectContaining({ title: 'A webhook was turned off', path: '/settings#webhooks' }),
    );
    expect(await api.stored.outboxFacts.values('kind')).toEqual(['post_failed', 'webhook_off']);
    const calls = there.received.length;
    await fail();
    await pass('1 day');
    await turn();
    expect(there.received).toHaveLength(calls);
  });

  test('is down for the day of its only event is turned off with it, also if its first answer took long', async () => {
    await create();
    there.answers(500);
    await fail();
    await turn();
    await pass('24 hours');
    await api.stored.webhooks.age('-10 seconds', ['failing_since']);
    await turn();
    expect((await caller.call(listWebhooks)).body).toMatchObject([{ isEnabled: false, disabledBecause: 'failing' }]);
  });

  test('refused an event days ago still has a day for the next one', async () => {
    const { id } = await create();
    there.answers((response, { body }) => response.writeHead(body.includes('poison') ? 400 : 200).end());
    await fail('poison');
    await turn();
    await pass('12 hours');
    await turn();
    await fail('fine');
    await pass('2 seconds');
    await turn();
    await pass('13 hours');
    await turn();
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(['delivered', 'failed']);
    await pass('5 days');
    there.answers(500);
    await fail('next');
    await turn();
    expect((await caller.call(listWebhooks)).body).toMatchObject([{ isEnabled: true, waiting: 1 }]);
  });

  test('says that it is gone is told nothing more at once', async () => {
    await create();
    there.answers(410);
    await fail();
    await turn();
    expect((await caller.call(listWebhooks)).body).toMatchObject([{ isEnabled: false, disabledBecause: 'gone' }]);
  });

  test.each<[string, number, (origin: string) => Record<string, string>]>([
    ['leads on elsewhere', 302, (origin) => ({ location: `${origin}/inside` })],
    ['leads on for good', 308, (origin) => ({ location: `${origin}/inside` })],
  ])('%s is not followed', async (_what, status, headers) => {
    const { id } = await create();
    there.answers((response) => response.writeHead(status, headers(there.origin)).end());
    await fail();
    await turn();
    expect(there.received.map(({ path }) => path)).toEqual(['/hooks']);
    expect(await only(id)).toMatchObject({ state: 'waiting', lastStatus: status });
  });

  test('answers more than anybody reads has had it', async () => {
    const { id } = await create();
    let written = 0;
    there.answers((response) => {
      const more = () => {
        while (written < 10_000_000 && !response.destroyed) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    await fail();
    await turn();
    expect(await only(id)).toMatchObject({ state: 'delivered' });
    expect(written).toBeLessThan(10_000_000);
  });

  test('hangs holds up neither the others of its owner nor anybody else', async () => {
    const hanging = await create('/hangs');
    await create('/well');
    const stranger = await buildUser(api.db);
    await create('/theirs', {}, api.as(stranger));
    const held: (() => void)[] = [];
    const arrived = new Map<string, () => void>();
    const arrivals = ['/well', '/theirs'].map((path) => new Promise<void>((resolve) => arrived.set(path, resolve)));
    there.answers((response, { path }) => {
      if (path === '/hangs') held.push(() => response.end());
      else {
        response.end();
        arrived.get(path)?.();
      }
    });
    await fail();
    const theirs = await buildPost(api.db, stranger);
    await api.stored.posts.change({ status: 'failed', problem: JSON.stringify(REFUSED) }, { id: theirs });
    const turned = turn();
    await Promise.all(arrivals);
    for (const letGo of held) letGo();
    await turned;
    expect(await only(hanging.id)).toMatchObject({ state: 'delivered' });
  });

  test('asks for time gets it', async () => {
    const { id } = await create();
    there.answers((response) => response.writeHead(429, { 'retry-after': '600' }).end());
    await fail();
    await turn();
    await pass('5 minutes');
    await turn();
    expect(there.received).toHaveLength(1);
    await pass('6 minutes');
    await turn();
    expect(await only(id)).toMatchObject({ attempts: 2 });
  });

  test('refuses one event still gets those behind it', async () => {
    const { id } = await create();
    there.answers((response, { body }) => response.writeHead(body.includes('poison') ? 400 : 200).end());
    await fail('poison');
    await turn();
    await fail('fine');
    for (const seconds of [20, 2]) {
      await pass(`${seconds} seconds`);
      await turn();
    }
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(['delivered', 'waiting']);
    expect((await caller.call(listWebhooks)).body).toMatchObject([{ waiting: 1 }]);
  });

  test('is not told an event whose row is broken, and is told those behind it', async () => {
    const { id } = await create('/hook', { format: 'slack' });
    there.answers(503);
    await fail('one');
    await fail('two');
    await turn();
    await api.stored.webhookDeliveries.change({ body: '{' }, { sequence: 1 });
    there.answers(200);
    await pass('6 seconds');
    await turn();
    expect((await deliveries(id)).map(({ state, lastFlaw }) => [state, lastFlaw])).toEqual([
      ['delivered', null],
      ['failed', 'unreadable'],
    ]);
  });

  test('is down is not called once for each of the many that wait', async () => {
    await create();
    there.answers(503);
    for (let n = 0; n < 5; n += 1) await fail();
    await turn();
    await pass('6 seconds');
    await turn();
    expect(there.received).toHaveLength(2);
  });
});

describe('a process that dies between sending and noting it', () => {
  test('leaves the event to another, which sends it again under its id and number', async () => {
    const { id } = await create();
    await fail();
    await turn();
    // As if it had died before it noted the answer.
    await api.stored.webhookDeliveries.change({
      state: 'waiting',
      next_attempt_at: fromNow(api.db, '0 s'),
      attempts: 0,
    });
    await api.stored.webhooks.change({
      due_at: fromNow(api.db, '0 s'),
      lease_until: fromNow(api.db, '20 s'),
      lease_token: newToken(api.db),
    });
    await turn();
    expect(there.received).toHaveLength(1);
    await api.stored.webhooks.age('30 seconds', ['lease_until']);
    await turn();
    expect(there.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array.from({ length: 2 }, () => there.received[0]?.headers['webhook-id']),
    );
    expect(there.bodies().map(({ sequence }) => sequence)).toEqual([1, 1]);
    expect(await only(id)).toMatchObject({ state: 'delivered' });
  });

  test('two processes send nothing twice, and leave no gap in the numbers', async () => {
    await create();
    const second = await api.another();
    for (let n = 0; n < 8; n += 1) await fail(`Post ${n}`);
    await Promise.all([turn(), second.app.webhooks.turn()]);
    await turn();
    expect(there.bodies().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

test('a clock of the database that stood a day ahead keeps nobody waiting for a day', async () => {
  const { id } = await create();
  there.answers(500);
  await fail('first');
  await turn();
  // As it would be if all of that had been written by such a clock, by a process that died with the next.
  await api.stored.webhooks.age('-24 hours', ['due_at', 'rests_until', 'failing_since']);
  await api.stored.webhookDeliveries.age('-24 hours', ['next_attempt_at', 'until']);
  await api.stored.webhooks.change({ lease_until: fromNow(api.db, '1 day'), lease_token: newToken(api.db) });
  there.answers(200);
  await api.app.jobs.find(({ name }) => name === 'set-webhooks-right')?.run(new Date());
  await turn();
  expect(there.received).toHaveLength(1);
  await api.stored.webhooks.age('31 seconds', ['lease_until']);
  await turn();
  expect([there.received.length, (await only(id))?.state]).toEqual([2, 'delivered']);
  // What is as it should be stays as it is.
  there.answers(500);
  await fail('second');
  await turn();
  await api.app.jobs.find(({ name }) => name === 'set-webhooks-right')?.run(new Date());
  await turn();
  expect(there.received).toHaveLength(3);
});

describe('the log', () => {
  test('has what was sent, with its body, and sends it again under the same id', async () => {
    const { id } = await create();
    await fail();
    await turn();
    const delivery = await only(id);
    const { body } = await caller.call(readWebhookDelivery, { params: { id: delivery?.id ?? 0 } });
    expect(body.body).toBe(there.received[0]?.body);
    await caller.call(redeliverWebhook, { params: { id: delivery?.id ?? 0 } });
    await turn();
    expect(there.received.map(({ body: sent }) => sent)).toEqual([body.body, body.body]);
    expect((await deliveries(id)).map(({ attempts }) => attempts)).toEqual([2]);
  });

  test('ends after a month, but for what waits', async () => {
    const { id } = await create();
    await fail('old');
    await turn();
    there.answers(500);
    await fail('waiting');
    await turn();
    await api.stored.webhookDeliveries.age('31 days', ['created_at']);
    await deliveriesRepository(api.db).removeBefore(30);
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(['waiting']);
  });

  test('has pages', async () => {
    const { id } = await create();
    for (let n = 0; n < 21; n += 1) await fail();
    await turn();
    const all = (query: object) => caller.call(listWebhookDeliveries, { params: { id }, query: { ...query } });
    expect((await all({})).body).toMatchObject({ hasMore: true, deliveries: { length: 20 } });
    expect((await all({ page: 2 })).body).toMatchObject({ hasMore: false, deliveries: [{ sequence: 1 }] });
  });
});

describe('the catalogue', () => {
  test.each(CATALOGUE.map((entry) => ({ ...entry })))('$type: the example is what the contract says', (entry) => {
    expect(bodySchema(entry.type).parse(entry.example)).toEqual(entry.example);
    expect(entry.schema).toMatchObject({ type: 'object', properties: { type: { const: entry.type }, data: {} } });
  });

  test('is the table of the documentation', () => {
    const page = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z_.]+)` \| (.+) \|$/gm)].map(([, type, title]) => ({ type, title }));
    expect(rows).toEqual(CATALOGUE.map(({ type, title }) => ({ type, title })));
  });

  test('what is sent is what it says', async () => {
    const admin = await buildUser(api.db, { role: 'admin' });
    await create('/', { events: [...WEBHOOK_EVENT_TYPES] }, api.as(admin));
    const { id: pageId } = await buildPage(api.db, admin);
    const problem = { code: 'reconnect', action: 'reconnect', params: { page: 'Kopi' } };
    const kinds = [
      ['post_published', {}],
      ['post_failed', { problem: REFUSED }],
      [
        'post_missed',
        { problem: { code: 'missed', action: 'publish_now', params: { because: 'time', spacingMinutes: 30 } } },
      ],
      [
        'post_in_doubt',
        { problem: { code: 'cannot_look', action: 'resolve', params: { target: 'facebook', page: null } } },
      ],
      ['page_needs_reconnect', { problem }],
      ['page_needs_reconnect', { problem: { code: 'no_access', action: null, params: {} } }],
      ['page_warning', { problem: { code: 'expiring', action: 'reconnect', params: { page: 'Kopi' } } }],
      ['automation_stopped', { problem: { code: 'page_paused', action: 'resume', params: { reason: null } } }],
      ['automation_waits_for_review', {}],
      ['proposal_waits', {}],
      [
        'feed_unreadable',
        {
          feedId: 3,
          problem: {
            code: 'feed_unreadable',
            action: null,
            params: { page: 'Kopi', title: 'Klang News', host: 'news.example' },
          },
        },
      ],
      ['release_taken_back', {}],
    ] as const;
    await api.stored.outboxFacts.add(
      kinds.map(([kind, params]) => ({
        user_id: admin.userId,
        environment: admin.environment,
        kind,
        // Whoever works with the page no longer is not told what its people decide.
        facebook_page_id: kind === 'proposal_waits' ? pageId : null,
        post_id: kind.startsWith('post') ? 987_654 : null,
        params: JSON.stringify(params),
      })),
    );
    await turn();
    expect(there.bodies().map(({ type }) => type)).toEqual(WEBHOOK_EVENT_TYPES);
    for (const body of there.bodies()) {
      expect(bodySchema(body['type'] as (typeof WEBHOOK_EVENT_TYPES)[number]).parse(body)).toEqual(body);
    }
  });
});
