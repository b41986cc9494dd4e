import { PUSH_WORKER_PATH, readPushKey, subscribeToPush, type User } from '@pagecast/api/contract';
import { callApi } from '../../../kit/index.ts';
import { workerScope } from '../../push/forget-this-browser.ts';

/** Whether this browser can be told things: - `install`: once the app is on the home screen of this phone. */
export type PushSupport = 'yes' | 'install' | 'no';

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes';
  return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'no';
}

/** Asks the person, then the push service of the browser's maker. @returns false where the person says no */
export async function turnOnHere(user: User): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { publicKey } = await callApi(readPushKey);
  const registration = await navigator.serviceWorker.register(PUSH_WORKER_PATH, { scope: workerScope(user) });
  await activeWorker(registration);
  // Under another key the browser would refuse: the server has a new one.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  await callApi(subscribeToPush, {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  });
  return true;
}

function activeWorker({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active !== null || worker === null) return Promise.resolve();
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
    });
  });
}
