import type * as contract from '../../contract/webhooks.ts';
import type { Delivery } from './deliveries.repository.ts';
import type { Webhook } from './webhooks.repository.ts';

export function present(webhook: Webhook, now: Date): contract.Webhook {
  const { previousUntil } = webhook;
  return {
    id: webhook.id,
    name: webhook.name,
    url: webhook.shownUrl,
    format: webhook.format,
    events: [...webhook.events],
    isEnabled: webhook.isEnabled,
    disabledBecause: webhook.disabledBecause,
    failingSince: webhook.failingSince?.toISOString() ?? null,
    previousSecretUntil: previousUntil !== null && previousUntil > now ? (previousUntil?.toISOString() ?? null) : null,
    waiting: webhook.waiting,
    lastDeliveredAt: webhook.lastDeliveredAt?.toISOString() ?? null,
    createdAt: webhook.createdAt.toISOString(),
  };
}

export function presentDelivery(delivery: Delivery): contract.WebhookDelivery {
  return {
    id: delivery.id,
    eventId: delivery.eventId,
    type: delivery.type,
    sequence: delivery.sequence,
    state: delivery.state,
    attempts: delivery.attempts,
    lastStatus: delivery.lastStatus,
    lastFlaw: delivery.lastFlaw,
    lastDurationMs: delivery.lastDurationMs,
    lastAttemptAt: delivery.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  };
}
