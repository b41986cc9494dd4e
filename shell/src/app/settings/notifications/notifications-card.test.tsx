import {
  logout,
  readNotificationChoices,
  readPushKey,
  subscribeToPush,
  unsubscribeFromPush,
  updateNotificationChoices,
} from '@pagecast/api/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, serve, someUser } from '../../../kit/testing.tsx';
import { renderInShell } from '../../testing.tsx';
import { forgetFormerPeople, forgetThisBrowser } from '../../push/forget-this-browser.ts';
import { NotificationsCard } from './notifications-card.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const KINDS = { kinds: [{ kind: 'post_failed', title: 'A post failed', mail: true, push: false }] };
const ENDPOINT = 'https://push.example.com/1';

/** A browser that can be told things. */
function installPush(permission: NotificationPermission = 'granted') {
  let subscription: object | null = null;
  const made = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'BPub', auth: 'auth' } }),
    unsubscribe: () => {
      subscription = null;
      return Promise.resolve(true);
    },
  };
  const registration = {
    active: {},
    scope: '',
    unregister: () => {
      workers.delete(registration);
      return made.unsubscribe();
    },
    pushManager: {
      getSubscription: () => Promise.resolve(subscription),
      subscribe: () => {
        subscription = made;
        return Promise.resolve(made);
      },
    },
  };
  const workers = new Set<typeof registration>();
  const register = vi.fn((_worker: string, { scope }: { scope: string }) => {
    workers.add(Object.assign(registration, { scope: new URL(scope, location.href).href }));
    return Promise.resolve(registration);
  });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    permission: permission === 'granted' ? 'default' : permission,
    requestPermission: () => Promise.resolve(permission),
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register, getRegistrations: () => Promise.resolve([...workers]) },
  });
  return { register, isOn: () => subscription !== null };
}

async function open() {
  const { calls } = serve([
    answer(readNotificationChoices, KINDS),
    answer(updateNotificationChoices, KINDS),
    answer(readPushKey, { publicKey: 'BKey' }),
    answer(subscribeToPush, { success: true }),
    answer(unsubscribeFromPush, { success: true }),
    answer(logout, { success: true }),
  ]);
  const shown = await renderInShell(() => <NotificationsCard />);
  const writes = () => calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);
  return { ...shown, writes };
}

test('each choice is saved at once', async () => {
  const { writes } = await open();
  const mail = await screen.findByRole('switch', { name: 'A post failed: Email' });
  expect((mail as HTMLInputElement).checked).toBe(true);
  fireEvent.click(screen.getByRole('switch', { name: 'A post failed: Browser' }));
  await waitFor(() =>
    expect(writes()).toEqual([
      ['/api/notifications/choices', { choices: [{ kind: 'post_failed', channel: 'push', isOn: true }] }],
    ]),
  );
});

test('a browser is turned on with the key of the server, off again, and forgotten at the logout', async () => {
  const { register } = installPush();
  const { writes } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on in this browser' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Turn off in this browser' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on in this browser' }));
  await screen.findByRole('button', { name: 'Turn off in this browser' });
  await forgetThisBrowser();
  const on = ['/api/push/subscriptions', { endpoint: ENDPOINT, keys: { p256dh: 'BPub', auth: 'auth' } }];
  const off = ['/api/push/unsubscribe', { endpoint: ENDPOINT }];
  expect(writes()).toEqual([on, off, on, off]);
  expect(register).toHaveBeenCalledWith('/push-worker.js', { scope: `/push-worker/${someUser.id}` });
});

test('a browser shows nothing more of its person once somebody else logs in there', async () => {
  const { isOn } = installPush();
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on in this browser' }));
  await screen.findByRole('button', { name: 'Turn off in this browser' });
  await forgetFormerPeople(someUser);
  expect(isOn()).toBe(true);
  await forgetFormerPeople({ id: `${someUser.id}0` });
  expect(isOn()).toBe(false);
});

test('a browser that says no is told how to say yes', async () => {
  installPush('denied');
  const { toasts, writes } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on in this browser' }));
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Notifications Blocked' }]));
  expect(screen.getByText(/^Your browser blocks notifications/)).toBeTruthy();
  expect(writes()).toEqual([]);
});

test('a browser that cannot says so, and a phone says what to do first', async () => {
  const { unmount } = await open();
  await screen.findByText(/^This browser can't show notifications/);
  unmount();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)');
  await open();
  await screen.findByText(/add Pagecast to your Home Screen first/);
});
