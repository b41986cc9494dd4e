import { unsubscribeFromPush } from '@pagecast/api/contract';
import { callApi } from '../../kit/index.ts';

/** There are no pages below it, so the worker never stands between pages and their files. */
export const WORKER_SCOPE = '/push-worker/';
/** Nobody waits longer for a push service while they log out. */
const FORGET_WITHIN_MS = 3000;

/** How this browser is told things by now; null where it is not. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration(WORKER_SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function turnOffHere(): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription === null) return;
  await callApi(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** For whoever logs out: they come first, and a push service that does not answer holds nobody up. */
export async function forgetThisBrowser(): Promise<void> {
  const late = new Promise((resolve) => {
    setTimeout(resolve, FORGET_WITHIN_MS);
  });
  await Promise.race([turnOffHere().catch(() => {}), late]);
}
