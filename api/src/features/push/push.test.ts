import { describe, expect, test } from 'vitest';
import {
  logoutEverywhere,
  MAX_PUSH_SUBSCRIPTIONS,
  readNotificationChoices,
  readPushKey,
  subscribeToPush,
  unsubscribeFromPush,
  updateNotificationChoices,
} from '../../contract/index.ts';
import { buildPost, buildUser } from '../../testing/builders.ts';
import { receiver } from '../../testing/receiver.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me, page, pageRow, caller } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, page, pageRow, caller } = scene);
});

interface Browser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}
interface Message {
  readonly subscription: string;
  readonly payload: { readonly title: string; readonly body: string; readonly path: string; readonly tag: string };
  readonly ttl: number;
  readonly subject: string;
}

const REFUSED = { code: 'duplicate', action: 'edit', params: { target: 'facebook', page: 'Kopi', said: null } };
const turn = () => api.app.push.turn();
const newBrowser = () => api.sandbox.control<Browser>('POST', '/push/subscriptions');
const told = () => api.sandbox.control<Message[]>('GET', '/push/messages');
const idOf = ({ endpoint }: Browser) => endpoint.split('/').at(-1) ?? '';
const subscribe = async (who = caller) => {
  const browser = await newBrowser();
  expect((await who.call(subscribeToPush, { body: browser })).status).toBe(201);
  return browser;
};
const fail = async (content = 'Kaya toast', owner = me, facebookPageId: number | null = pageRow) => {
  const id = await buildPost(api.db, owner, { facebookPageId, content });
  await api.stored.posts.change({ status: 'failed', problem: JSON.stringify(REFUSED) }, { id });
  return id;
};
const pass = (interval: string) => api.stored.pushDeliveries.age(interval, ['next_attempt_at']);

describe('a browser', () => {
  test('is told what happened, so that only it can read it, and where to go', async () => {
    const browser = await subscribe();
    const post = await fail();
    await turn();
    expect(await told()).toEqual([
      {
        subscription: idOf(browser),
        payload: {
          title: `A post on ${page.name} was not published`,
          body: expect.stringMatching(/^“Kaya toast” /),
          path: `/scheduled?post=${post}`,
          tag: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
        ttl: 86_400,
        subject: `mailto:${api.config.SUPPORT_EMAIL}`,
      },
    ]);
    expect(await api.stored.pushDeliveries.rows()).toEqual([]);
  });

  test('is told of the longest text in a message that push services take', async () => {
    await subscribe();
    await fail('🍞'.repeat(5000));
    await turn();
    expect((await told())[0]?.payload.body.length).toBeLessThanOrEqual(300);
  });

  test('is told of one person: the last who asked for it there', async () => {
    const browser = await subscribe();
    const other = await buildUser(api.db);
    await api.as(other).call(subscribeToPush, { body: browser });
    await fail();
    await turn();
    expect(await told()).toEqual([]);
    await fail('theirs', other, null);
    await turn();
    expect(await told()).toHaveLength(1);
  });

  test('is told nothing more once it has gone, or said so, or its person logged out', async () => {
    const [gone, said] = [await subscribe(), await subscribe()];
    await api.sandbox.control('DELETE', `/push/subscriptions/${idOf(gone)}`);
    await caller.call(unsubscribeFromPush, { body: { endpoint: said.endpoint } });
    await fail();
    await turn();
    expect(await api.stored.pushSubscriptions.rows()).toEqual([]);
    await subscribe();
    await caller.call(logoutEverywhere);
    expect(await api.stored.pushSubscriptions.rows()).toEqual([]);
    expect(await told()).toEqual([]);
  });

  test("of somebody else is not one's own to switch off", async () => {
    const browser = await subscribe();
    const other = await buildUser(api.db);
    await api.as(other).call(unsubscribeFromPush, { body: { endpoint: browser.endpoint } });
    expect(await api.stored.pushSubscriptions.rows()).toHaveLength(1);
  });

  test('of somebody who may not come in any more is told nothing', async () => {
    await subscribe();
    await api.stored.accessEntries.change({ type: 'blacklist' }, { facebook_id: me.facebookId });
    await fail();
    await turn();
    expect(await told()).toEqual([]);
  });

  test('is one of few: the oldest go', async () => {
    for (let n = 0; n < MAX_PUSH_SUBSCRIPTIONS + 2; n += 1) await subscribe();
    expect(await api.stored.pushSubscriptions.rows()).toHaveLength(MAX_PUSH_SUBSCRIPTIONS);
  });

  test.each([
    ['an address inside', 'https://10.0.0.1/push'],
    ['plain http', 'http://push.example.com/1'],
    ['credentials', 'https://a:b@push.example.com/1'],
  ])('with %s is refused', async (_what, endpoint) => {
    const { keys } = await newBrowser();
    expect((await caller.call(subscribeToPush, { body: { endpoint, keys } })).status).toBe(400);
  });

  test('with keys that are none is forgotten, and holds nobody up', async () => {
    const { endpoint } = await newBrowser();
    await caller.call(subscribeToPush, { body: { endpoint, keys: { p256dh: 'AAAA', auth: 'AAAA' } } });
    const well = await subscribe();
    await fail();
    await turn();
    expect((await told()).map(({ subscription }) => subscription)).toEqual([idOf(well)]);
    expect(await api.stored.pushSubscriptions.rows()).toHaveLength(1);
  });

  test('whose push service is down is told later, and is given up after some hours', async () => {
    const service = await receiver();
    service.answers(503);
    const { keys } = await newBrowser();
    await caller.call(subscribeToPush, { body: { endpoint: `${service.origin}/push/1`, keys } });
    await fail();
    for (const interval of ['0 s', '6 s', '2 minutes', '11 minutes', '2 hours', '1 day']) {
      await pass(interval);
      await turn();
    }
    expect(service.received).toHaveLength(5);
    expect(await api.stored.pushDeliveries.rows()).toEqual([]);
    await service.close();
  });

  test('whose push service leads elsewhere is not told there', async () => {
    const service = await receiver();
    service.answers((response) => response.writeHead(307, { location: `${service.origin}/inside` }).end());
    const { keys } = await newBrowser();
    await caller.call(subscribeToPush, { body: { endpoint: `${service.origin}/push/1`, keys } });
    await fail();
    await turn();
    expect(service.received.map(({ path }) => path)).toEqual(['/push/1']);
    await service.close();
  });
});

describe('a process that dies between telling and noting it', () => {
  test('has it told again under the same tag, which the browser shows once', async () => {
    await subscribe();
    await fail();
    await turn();
    const [first] = await told();
    const [subscription] = (await api.stored.pushSubscriptions.rows()) as {
      id: number;
      user_id: number;
      environment: string;
    }[];
    const [fact] = (await api.stored.outboxFacts.rows()) as { id: number; uid: string }[];
    await api.stored.pushDeliveries.add({
      subscription_id: subscription?.id,
      user_id: subscription?.user_id,
      environment: subscription?.environment,
      fact_id: fact?.id,
      event_id: fact?.uid,
    });
    await turn();
    expect((await told()).map(({ payload }) => payload)).toEqual([first?.payload, first?.payload]);
  });

  test('two processes tell nothing twice', async () => {
    await subscribe();
    const second = await api.another();
    for (let n = 0; n < 5; n += 1) await fail(`Post ${n}`);
    await Promise.all([turn(), second.app.push.turn()]);
    await turn();
    expect(await told()).toHaveLength(5);
  });
});

describe('the keys of the server', () => {
  test('are made once, whoever asks first, and the private one is kept sealed', async () => {
    await api.stored.pushKeys.remove();
    const answers = await Promise.all(Array.from({ length: 4 }, () => caller.call(readPushKey)));
    expect(new Set(answers.map(({ body }) => body.publicKey)).size).toBe(1);
    const [row] = (await api.stored.pushKeys.rows()) as { private_key: string }[];
    expect(row?.private_key).toMatch(/^v1\./);
  });

  test('that nobody can open any more are replaced, and browsers that know no others are forgotten', async () => {
    await subscribe();
    const { publicKey } = (await caller.call(readPushKey)).body;
    await api.stored.pushKeys.change({ private_key: 'v1.a.b.c' });
    expect((await caller.call(readPushKey)).body.publicKey).not.toBe(publicKey);
    expect(await api.stored.pushSubscriptions.rows()).toEqual([]);
  });
});

describe('what a person is told, and where', () => {
  const set = (kind: 'post_failed' | 'post_missed', channel: 'mail' | 'push', isOn: boolean) =>
    caller.call(updateNotificationChoices, { body: { choices: [{ kind, channel, isOn }] } });

  test('is everything until they choose, and what they leave out stays', async () => {
    const all = (await caller.call(readNotificationChoices)).body.kinds;
    expect(all.every(({ mail, push }) => mail && push)).toBe(true);
    expect(all.map(({ kind }) => kind)).not.toContain('release_taken_back');
    await set('post_failed', 'push', false);
    const { kinds } = (await set('post_missed', 'mail', false)).body;
    expect(kinds.filter(({ mail, push }) => !mail || !push)).toMatchObject([
      { kind: 'post_failed', mail: true, push: false },
      { kind: 'post_missed', mail: false, push: true },
    ]);
  });

  test('holds for what happens next', async () => {
    await subscribe();
    await set('post_failed', 'push', false);
    await fail();
    await turn();
    expect(await told()).toEqual([]);
  });

  test('is one person’s own', async () => {
    await set('post_failed', 'push', false);
    const stranger = api.as(await buildUser(api.db, { role: 'admin' }));
    const { kinds } = (await stranger.call(readNotificationChoices)).body;
    expect(kinds.every(({ push }) => push)).toBe(true);
    expect(kinds.map(({ kind }) => kind)).toContain('release_taken_back');
  });
});

describe('the worker', () => {
  test('is served to everybody, takes no requests, and is the only one that pages may have', async () => {
    const answer = await api.as(null).fetch('/push-worker.js');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).not.toMatch(/addEventListener\('fetch'|caches|importScripts/);
    expect(answer.headers.get('content-security-policy')).toContain(
      `worker-src ${api.config.PUBLIC_URL}/push-worker.js;`,
    );
  });
});
