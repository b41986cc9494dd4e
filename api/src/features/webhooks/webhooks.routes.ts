import Router from '@koa/router';
import type { Knex } from 'knex';
import { done } from '../../contract/common.ts';
import { WEBHOOK_EVENTS } from '../../contract/webhook-events.ts';
import * as contract from '../../contract/webhooks.ts';
import { databaseTime } from '../../db/clock.ts';
import type { SecretBox } from '../../db/secrets.ts';
import { handle } from '../../http/handle.ts';
import { deliveriesRepository } from './deliveries.repository.ts';
import { CATALOGUE } from './event-catalogue.ts';
import { shapeBody } from './shape-body.ts';
import { present, presentDelivery } from './webhooks.present.ts';
import { webhooksRepository } from './webhooks.repository.ts';
import type { WebhooksService } from './webhooks.service.ts';

const PAGE_SIZE = 20;

interface Deps {
  readonly db: Knex;
  readonly secrets: SecretBox;
  readonly service: WebhooksService;
  /** Has what is due sent, without waiting for the clock. */
  readonly pump: () => void;
}

export function webhooksRoutes({ db, secrets, service, pump }: Deps): Router {
  const router = new Router();
  const webhooks = webhooksRepository(db, secrets);

  handle(router, contract.listWebhooks, async ({ session }) => {
    const now = await databaseTime(db);
    return (await webhooks.list(session)).map((webhook) => present(webhook, now));
  });

  handle(router, contract.createWebhook, async ({ session, body }) => {
    const { webhook, secret } = await service.create(session, body);
    return { ...present(webhook, webhook.createdAt), secret };
  });

  handle(router, contract.updateWebhook, async ({ session, params, body }) => {
    const webhook = await service.change(session, params.id, body);
    pump();
    return present(webhook, await databaseTime(db));
  });

  handle(router, contract.deleteWebhook, async ({ session, params }) => {
    await service.remove(session, params.id);
    return done;
  });

  handle(router, contract.rotateWebhookSecret, async ({ session, params }) => {
    const { webhook, secret } = await service.rotate(session, params.id);
    return { ...present(webhook, await databaseTime(db)), secret };
  });

  handle(router, contract.testWebhook, async ({ session, params }) => {
    const delivery = await service.test(session, params.id);
    pump();
    return presentDelivery(delivery);
  });

  handle(router, contract.listWebhookDeliveries, async ({ session, params, query }) => {
    await service.found(session, params.id);
    const found = await deliveriesRepository(db).page(session, params.id, query.page ?? 1, PAGE_SIZE);
    return { deliveries: found.slice(0, PAGE_SIZE).map(presentDelivery), hasMore: found.length > PAGE_SIZE };
  });

  handle(router, contract.readWebhookDelivery, async ({ session, params }) => {
    const delivery = await service.delivery(session, params.id);
    const webhook = await service.found(session, delivery.webhookId);
    const address = await webhooks.addressOf(session, webhook);
    return { ...presentDelivery(delivery), body: shapeBody(webhook.format, delivery.body, new URL(address)) };
  });

  handle(router, contract.redeliverWebhook, async ({ session, params }) => {
    const delivery = await service.again(session, params.id);
    pump();
    return presentDelivery(delivery);
  });

  handle(router, contract.listWebhookEvents, async ({ session }) =>
    CATALOGUE.filter(({ type }) => session.isAdmin || !WEBHOOK_EVENTS[type].forAdmins).map((entry) => ({ ...entry })),
  );

  return router;
}
