import { unsubscribeFromPush, type User } from '@pagecast/api/contract';
import { callApi } from '../../kit/index.ts';

/** There are no pages below it, so a worker never stands between pages and their files. */
const WORKERS = '/push-worker/';
/** Nobody waits longer for a push service while they log in or out. */
const FORGET_WITHIN_MS = 3000;

/** Where the worker of a person stands: a browser that several people use has one for each who turned it on. */
export const workerScope = ({ id }: Pick<User, 'id'>): string => `${WORKERS}${id}`;

const pathOf = ({ scope }: ServiceWorkerRegistration) => new URL(scope, location.href).pathname;

async function workersHere(): Promise<ServiceWorkerRegistration[]> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  return registrations.filter((one) => pathOf(one).startsWith(WORKERS));
}

/** How this browser is told things by now; null where it is not. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const [worker] = await workersHere();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

export async function turnOffHere(): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription === null) return;
  await callApi(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** For whoever logs out: they come first, and a push service that does not answer holds nobody up. */
export const forgetThisBrowser = (): Promise<void> => soon(turnOffHere());

/**
 * For whoever logs in: a session may have ended without a logout, and this browser would go on to show the news of the
 * person before them. The server hears of it from the push service.
 */
export const forgetFormerPeople = (user: Pick<User, 'id'>): Promise<void> =>
  soon(
    workersHere().then((workers) =>
      Promise.all(workers.filter((one) => pathOf(one) !== workerScope(user)).map((one) => one.unregister())),
    ),
  );

async function soon(work: Promise<unknown>): Promise<void> {
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, FORGET_WITHIN_MS);
  });
  await Promise.race([work.then(() => {}).catch(() => {}), late]);
}
