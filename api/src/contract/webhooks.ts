import * as z from 'zod/mini';
import { byId, Done, Instant, list, PageNumber, text, WebAddress } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { WEBHOOK_EVENT_TYPES } from './webhook-events.ts';

export const MAX_WEBHOOKS = 20;
/** Each time a secret is replaced, the one before signs along for so long. */
export const WEBHOOK_OVERLAP_HOURS = 24;
/** So long is what was sent kept, and can be sent again. */
export const WEBHOOK_LOG_DAYS = 30;

/** How the body looks: our own, or as a messenger takes it. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'discord', 'telegram'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

const Events = list(z.enum(WEBHOOK_EVENT_TYPES), WEBHOOK_EVENT_TYPES.length).check(
  z.minLength(1, 'Choose at least one event'),
);

export const Webhook = z.object({
  id: z.number(),
  name: z.string(),
  /** Without what may be secret in it. */
  url: z.string(),
  format: z.string(),
  events: z.array(z.string()),
  isEnabled: z.boolean(),
  /** Why it was switched off by us: `gone`, `failing` or `overfull`; null where nobody or its owner did. */
  disabledBecause: z.nullable(z.string()),
  /** Since when nothing gets through. */
  failingSince: z.nullable(Instant),
  /** Until when the secret before this one signs along. */
  previousSecretUntil: z.nullable(Instant),
  /** How many events wait to be sent. */
  waiting: z.number(),
  /** When something last got through. */
  lastDeliveredAt: z.nullable(Instant),
  createdAt: Instant,
});
export type Webhook = z.infer<typeof Webhook>;

const Secret = { secret: z.string() };

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  access: 'user',
  resource: 'webhooks',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(Webhook),
});

/** Answers the secret, which is shown this once. */
export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  access: 'user',
  resource: 'webhooks',
  touches: ['webhooks'],
  params: none,
  query: none,
  body: z.strictObject({
    url: WebAddress,
    events: Events,
    name: z.optional(text(100)),
    format: z.optional(z.enum(WEBHOOK_FORMATS)),
  }),
  response: z.extend(Webhook, Secret),
  success: 201,
});

/** Switched on again, it goes on with what happens from then on. */
export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/api/webhooks/:id',
  access: 'user',
  resource: 'webhooks',
  touches: ['webhooks'],
  params: byId,
  query: none,
  body: z.strictObject({
    url: z.optional(WebAddress),
    events: z.optional(Events),
    name: z.optional(text(100)),
    format: z.optional(z.enum(WEBHOOK_FORMATS)),
    isEnabled: z.optional(z.boolean()),
  }),
  response: Webhook,
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  access: 'user',
  resource: 'webhooks',
  touches: ['webhooks'],
  params: byId,
  query: none,
  body: none,
  response: Done,
});

/** A new secret. The one before it signs along for `WEBHOOK_OVERLAP_HOURS`. */
export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/secret',
  access: 'user',
  resource: 'webhooks',
  touches: ['webhooks'],
  params: byId,
  query: none,
  body: none,
  response: z.extend(Webhook, Secret),
});

/** An event as it was, or will be, sent to one webhook. */
export const WebhookDelivery = z.object({
  id: z.number(),
  /** As in the header `webhook-id`. */
  eventId: z.string(),
  type: z.string(),
  sequence: z.number(),
  /** `waiting`, `delivered` or `failed`. */
  state: z.string(),
  /** At the address that the webhook has. */
  attempts: z.number(),
  /** Of the last try: what the other side answered, or why it answered nothing. */
  lastStatus: z.nullable(z.number()),
  lastFlaw: z.nullable(z.string()),
  lastDurationMs: z.nullable(z.number()),
  lastAttemptAt: z.nullable(Instant),
  nextAttemptAt: z.nullable(Instant),
  createdAt: Instant,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Sends `webhook.test`, in its turn like any event. */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  access: 'user',
  resource: 'webhooks',
  touches: ['webhooks'],
  params: byId,
  query: none,
  body: none,
  response: WebhookDelivery,
  success: 201,
});

/** What was sent in the last `WEBHOOK_LOG_DAYS`, the newest first. */
export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  access: 'user',
  resource: 'webhooks',
  touches: [],
  params: byId,
  query: z.strictObject({ page: z.optional(PageNumber) }),
  body: none,
  response: z.object({ deliveries: z.array(WebhookDelivery), hasMore: z.boolean() }),
});

/** With the body as it was, or will be, sent. */
export const readWebhookDelivery = endpoint({
  method: 'GET',
  path: '/api/webhook-deliveries/:id',
  access: 'user',
  resource: 'webhooks',
  touches: [],
  params: byId,
  query: none,
  body: none,
  response: z.extend(WebhookDelivery, { body: z.string() }),
});

/** Sends it again, under the same id and sequence. */
export const redeliverWebhook = endpoint({
  method: 'POST',
  path: '/api/webhook-deliveries/:id/redeliver',
  access: 'user',
  resource: 'webhooks',
  touches: ['webhooks'],
  params: byId,
  query: none,
  body: none,
  response: WebhookDelivery,
});

/** Every event that this person can be told of, with the shape of its body and an example. */
export const listWebhookEvents = endpoint({
  method: 'GET',
  path: '/api/webhook-events',
  access: 'user',
  resource: 'webhooks',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      /** JSON Schema of the whole body. */
      schema: z.record(z.string(), z.unknown()),
      example: z.record(z.string(), z.unknown()),
    }),
  ),
});
