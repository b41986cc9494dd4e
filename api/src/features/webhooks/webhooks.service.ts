import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { WEBHOOK_EVENTS, WEBHOOK_TEST, type WebhookEventType } from '../../contract/webhook-events.ts';
import { MAX_WEBHOOKS, WEBHOOK_OVERLAP_HOURS, type WebhookFormat } from '../../contract/webhooks.ts';
import { databaseTime } from '../../db/clock.ts';
import type { SecretBox } from '../../db/secrets.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../http/errors.ts';
import type { PublicPost } from '../../http/post-public.ts';
import type { Session } from '../../http/session.ts';
import { claimsRepository } from './claims.repository.ts';
import { checkAddress } from './check-address.ts';
import { deliveriesRepository, type Delivery } from './deliveries.repository.ts';
import { shownAddress } from './shown-address.ts';
import { newSecret } from './signing.ts';
import { webhooksRepository, type Webhook } from './webhooks.repository.ts';

interface Deps {
  readonly db: Knex;
  readonly secrets: SecretBox;
  readonly publicPost: PublicPost;
  readonly publicUrl: string;
}

interface Wanted {
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly name?: string | undefined;
  readonly format?: WebhookFormat | undefined;
}

type Changed = { readonly [Key in keyof Wanted]?: Wanted[Key] | undefined } & {
  readonly isEnabled?: boolean | undefined;
};

const GONE = 'This webhook no longer exists.';
const MOST = `You have ${MAX_WEBHOOKS} webhooks, which is the most. Delete one first.`;
const OFF = 'This webhook is off. Turn it on first.';

/** Webhooks as their owner makes, changes and tries them. */
export function webhooksService({ db, secrets, publicPost, publicUrl }: Deps) {
  const webhooks = webhooksRepository(db, secrets);

  async function found(session: Session, id: number, repository = webhooks): Promise<Webhook> {
    const webhook = await repository.find(session, id);
    if (webhook === null) throw new NotFoundError(GONE);
    return webhook;
  }

  return {
    found,

    /** @returns the webhook, and its secret, which nobody is shown again */
    async create(session: Session, { url, events, name, format = 'standard' }: Wanted) {
      checkEvents(session, events);
      await checkAddress(publicPost, url, format);
      const secret = newSecret();
      const wanted = { name: name ?? new URL(url).host, url, shownUrl: shownAddress(url, format), format, secret };
      const webhook = await db.transaction(async (trx) => {
        const repository = webhooksRepository(trx, secrets);
        if ((await repository.countLocked(session)) >= MAX_WEBHOOKS) throw new ConflictError(MOST);
        const id = await repository.create(session, { ...wanted, events: [...new Set(events)] });
        return found(session, id, repository);
      });
      return { webhook, secret };
    },

    async change(session: Session, id: number, change: Changed): Promise<Webhook> {
      const before = await found(session, id);
      if (change.events !== undefined) checkEvents(session, change.events);
      const format = change.format ?? before.format;
      const url = change.url ?? (change.format === undefined ? undefined : await webhooks.addressOf(session, before));
      if (url !== undefined) await checkAddress(publicPost, url, format);
      return db.transaction(async (trx) => {
        const repository = webhooksRepository(trx, secrets);
        const { url: _, events, ...rest } = change;
        await repository.change(session, before, {
          ...defined(rest),
          ...(events === undefined ? {} : { events: [...new Set(events)] }),
          ...(url === undefined ? {} : { url, shownUrl: shownAddress(url, format) }),
        });
        if (change.isEnabled === false) await claimsRepository(trx).giveUp(id);
        else if (url !== undefined) await deliveriesRepository(trx).anew(session, id);
        return found(session, id, repository);
      });
    },

    async remove(session: Session, id: number): Promise<void> {
      if (!(await webhooks.remove(session, id))) throw new NotFoundError(GONE);
    },

    async rotate(session: Session, id: number) {
      const secret = newSecret();
      const webhook = await db.transaction(async (trx) => {
        const repository = webhooksRepository(trx, secrets);
        await repository.rotate(session, await found(session, id, repository), secret, WEBHOOK_OVERLAP_HOURS);
        return found(session, id, repository);
      });
      return { webhook, secret };
    },

    ...trying({ db, publicUrl, found }),
  };
}
export type WebhooksService = ReturnType<typeof webhooksService>;

interface TryingDeps extends Pick<Deps, 'db' | 'publicUrl'> {
  readonly found: (session: Session, id: number) => Promise<Webhook>;
}

/** What is sent because its owner asks for it. */
function trying({ db, publicUrl, found }: TryingDeps) {
  return {
    async test(session: Session, id: number): Promise<Delivery> {
      const webhook = await found(session, id);
      const made = await db.transaction(async (trx) =>
        deliveriesRepository(trx).addFor(session, webhook.id, {
          id: randomUUID(),
          type: WEBHOOK_TEST,
          timestamp: (await databaseTime(trx)).toISOString(),
          environment: session.environment,
          summary: `Pagecast can reach the webhook “${webhook.name}”.`,
          link: new URL('/settings#webhooks', publicUrl).href,
          data: {},
        }),
      );
      if (made === null) throw new ConflictError(OFF);
      return made;
    },

    async delivery(session: Session, id: number): Promise<Delivery> {
      const delivery = await deliveriesRepository(db).find(session, id);
      if (delivery === null) throw new NotFoundError('This delivery no longer exists.');
      return delivery;
    },

    async again(session: Session, id: number): Promise<Delivery> {
      return db.transaction(async (trx) => {
        const deliveries = deliveriesRepository(trx);
        const delivery = await deliveries.find(session, id);
        if (delivery === null) throw new NotFoundError('This delivery no longer exists.');
        if (!(await deliveries.again(session, delivery))) throw new ConflictError(OFF);
        return (await deliveries.find(session, id)) ?? delivery;
      });
    },
  };
}

function checkEvents(session: Session, events: readonly WebhookEventType[]): void {
  const refused = events.find((type) => WEBHOOK_EVENTS[type].forAdmins && !session.isAdmin);
  if (refused !== undefined) throw new ForbiddenError(`The event ${refused} is for administrators.`);
}

function defined<T extends object>(given: T) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
