import * as z from 'zod/mini';
import { Done, list, limited, WebAddress } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** Ways to be told beside the bell, which tells everything. Webhooks choose their own events. */
export const NOTIFICATION_CHANNELS = ['mail', 'push'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** What people can be told of, in the order in which they choose. */
export const NOTIFICATION_KINDS = {
  post_failed: { title: 'A post failed' },
  post_missed: { title: 'A post was missed' },
  post_in_doubt: { title: 'A post may already be published' },
  page_needs_reconnect: { title: 'A page needs to be reconnected' },
  page_warning: { title: 'Posts on a page will fail soon' },
  rule_stopped: { title: 'A repeating post needs your attention' },
  automation_stopped: { title: 'Automation stopped' },
  automation_waits_for_review: { title: 'A draft needs your approval' },
  proposal_waits: { title: 'A proposed post needs your approval' },
  schedule_changed: { title: 'An administrator changed your schedule' },
  people_changed: { title: 'Somebody joined or left a page' },
  data_export: { title: 'Your data export is ready' },
  feed_unreadable: { title: "A feed can't be read" },
  webhook_off: { title: 'A webhook was turned off' },
  release_current: { title: 'A release changed' },
  release_taken_back: { title: 'A release was withdrawn' },
  system_problem: { title: 'Pagecast needs your attention' },
} as const;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
const KINDS = Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]];

const NotificationChoices = z.object({
  /** Those that this person can be told of, in the order of their weight. */
  kinds: z.array(z.object({ kind: z.string(), title: z.string(), mail: z.boolean(), push: z.boolean() })),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;

export const readNotificationChoices = endpoint({
  method: 'GET',
  path: '/api/notifications/choices',
  access: 'user',
  resource: 'settings',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: NotificationChoices,
});

export const updateNotificationChoices = endpoint({
  method: 'PATCH',
  path: '/api/notifications/choices',
  access: 'user',
  resource: 'settings',
  touches: ['settings'],
  params: none,
  query: none,
  body: z.strictObject({
    choices: list(
      z.strictObject({ kind: z.enum(KINDS), channel: z.enum(NOTIFICATION_CHANNELS), isOn: z.boolean() }),
      KINDS.length * NOTIFICATION_CHANNELS.length,
    ),
  }),
  response: NotificationChoices,
});

/** So many browsers of one person are told. */
export const MAX_PUSH_SUBSCRIPTIONS = 20;

/** By this key a browser knows that it is this server that tells it something. */
export const readPushKey = endpoint({
  method: 'GET',
  path: '/api/push/key',
  access: 'user',
  resource: 'settings',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.object({ publicKey: z.string() }),
});

const Base64Url = limited(200, z.regex(/^[\w-]+={0,2}$/, 'Must be base64url'));

/** As the browser gives it; the same browser again changes nothing. */
export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/api/push/subscriptions',
  access: 'user',
  resource: 'settings',
  touches: ['settings'],
  params: none,
  query: none,
  body: z.strictObject({
    endpoint: WebAddress,
    keys: z.strictObject({ p256dh: Base64Url, auth: Base64Url }),
  }),
  response: Done,
  success: 201,
});

/** Told no more; what is not there any more is fine. */
export const unsubscribeFromPush = endpoint({
  method: 'POST',
  path: '/api/push/unsubscribe',
  access: 'user',
  resource: 'settings',
  touches: ['settings'],
  params: none,
  query: none,
  body: z.strictObject({ endpoint: WebAddress }),
  response: Done,
});

/** Where the worker of browsers comes from that shows what the server tells. */
export const PUSH_WORKER_PATH = '/push-worker.js';
