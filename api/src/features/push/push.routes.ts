import fs from 'node:fs';
import path from 'node:path';
import Router from '@koa/router';
import type { Knex } from 'knex';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/notification-choices.ts';
import type { SecretBox } from '../../db/secrets.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { PublicPost } from '../../http/post-public.ts';
import type { Session } from '../../http/session.ts';
import { choicesRepository } from '../outbox/choices.repository.ts';
import { ADMINISTRATORS_KINDS, FACT_KINDS } from '../outbox/fact-kinds.ts';
import { newPushKeys } from './push-message.ts';
import { pushKeysRepository } from './push-keys.repository.ts';
import { pushSubscriptionsRepository } from './push-subscriptions.repository.ts';

const WORKER = fs.readFileSync(path.join(import.meta.dirname, 'push-worker.js'), 'utf8');

interface Deps {
  readonly db: Knex;
  readonly secrets: SecretBox;
  readonly publicPost: PublicPost;
}

/** Who is told what, and in which browsers. */
export function pushRoutes({ db, secrets, publicPost }: Deps): Router {
  const router = new Router();

  handle(router, contract.readNotificationChoices, ({ session }) => choicesOf(db, session));

  handle(router, contract.updateNotificationChoices, async ({ session, body }) => {
    await choicesRepository(db).set(
      session,
      // Of two about the same the later counts.
      [...new Map(body.choices.map((choice) => [`${choice.kind} ${choice.channel}`, choice])).values()].map(
        ({ kind, channel, isOn }) => ({ kind, channel, enabled: isOn }),
      ),
    );
    return choicesOf(db, session);
  });

  handle(router, contract.readPushKey, async () => ({
    publicKey: (await pushKeysRepository(db, secrets).get(newPushKeys)).publicKey,
  }));

  handle(router, contract.subscribeToPush, async ({ session, body }) => {
    const flaw = publicPost.flawOf(body.endpoint) ?? (await publicPost.leadsInside(body.endpoint));
    if (flaw !== null)
      throw InvalidInputError.of([{ path: 'endpoint', message: 'Must be the address of a push service' }]);
    await db.transaction((trx) =>
      pushSubscriptionsRepository(trx, secrets).add(session, body, contract.MAX_PUSH_SUBSCRIPTIONS),
    );
    return done;
  });

  handle(router, contract.unsubscribeFromPush, async ({ session, body }) => {
    await pushSubscriptionsRepository(db, secrets).remove(session, body.endpoint);
    return done;
  });

  router.get(contract.PUSH_WORKER_PATH, (ctx) => {
    // A browser asks for it by itself, and takes a new one as soon as there is one.
    ctx.set('cache-control', 'no-cache');
    ctx.type = 'text/javascript';
    ctx.body = WORKER;
  });

  return router;
}

async function choicesOf(db: Knex, session: Session): Promise<contract.NotificationChoices> {
  const chosen = await choicesRepository(db).read(session);
  const isOn = (kind: string, channel: contract.NotificationChannel) =>
    chosen.find((choice) => choice.kind === kind && choice.channel === channel)?.enabled ?? true;
  return {
    kinds: FACT_KINDS.filter((kind) => session.isAdmin || !ADMINISTRATORS_KINDS.includes(kind)).map((kind) => ({
      kind,
      title: contract.NOTIFICATION_KINDS[kind].title,
      mail: isOn(kind, 'mail'),
      push: isOn(kind, 'push'),
    })),
  };
}
