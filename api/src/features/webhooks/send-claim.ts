import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { KeyNotHereError, type SecretBox } from '../../db/secrets.ts';
import { PostFlawError, type PostAnswer, type PublicPost } from '../../http/post-public.ts';
import { retryAfterSeconds } from '../../http/retry-after.ts';
import type { ProblemOf } from '../../problems/problem.ts';
import { notifyOfWebhook } from '../notifications/notify-of-webhook.repository.ts';
import { outboxRepository } from '../outbox/outbox.repository.ts';
import { REFUSED_REST_MS, restMs, waitMs } from './backoff.ts';
import { claimsRepository, type Attempt, type Claim } from './claims.repository.ts';
import type { Delivery } from './deliveries.repository.ts';
import { addressFor, shapeBody } from './shape-body.ts';
import { signedHeaders } from './signing.ts';
import { sealedPlace, type OffReason } from './webhooks.repository.ts';

/** A receiver has so long to answer. */
const WITHIN_MS = 10_000;
const GONE = 410;
const TRANSIENT: readonly number[] = [408, 425, 429];
const BUSY: readonly number[] = [429, 503];

interface Deps {
  readonly db: Knex;
  readonly secrets: SecretBox;
  readonly publicPost: PublicPost;
  readonly log: Logger;
}

type Switched = Pick<Claim, 'owner' | 'name' | 'shownUrl'> & { readonly webhookId: number };

/** Sends what was claimed for one webhook, and notes what came of it. */
export function sendingClaims({ db, secrets, publicPost, log }: Deps) {
  const claims = claimsRepository(db);

  /** No more is sent, and its owner is told: in the bell, and wherever else they are told things. */
  async function switchOff({ owner, webhookId, name, shownUrl }: Switched, because: OffReason): Promise<void> {
    const host = new URL(shownUrl).host;
    const problem: ProblemOf<'webhook_off'> = { code: 'webhook_off', action: null, params: { name, host, because } };
    await db.transaction(async (trx) => {
      if (!(await claimsRepository(trx).switchOff(trx, webhookId, because))) return;
      await notifyOfWebhook(trx, owner, webhookId, problem);
      await outboxRepository(trx).add(owner, { kind: 'webhook_off', params: { webhookId, problem } });
    });
    log.info({ webhookId, because }, 'webhooks.switched-off');
  }

  async function settle(claim: Claim, delivery: Delivery, { attempt, answer }: Try): Promise<void> {
    const { status } = attempt;
    if (status !== null && status >= 200 && status < 300) return claims.delivered(claim, delivery, attempt);
    const asked = answer !== null && BUSY.includes(answer.status) ? retryAfterSeconds(answer.headers) : null;
    const rest = isRefusal(status) ? REFUSED_REST_MS : restMs(claim.failures + 1, asked);
    const because = await claims.failed(claim, delivery, attempt, {
      waitMs: Math.max(waitMs(delivery.attempts + 1), asked === null ? 0 : rest),
      restMs: rest,
      isGone: status === GONE,
    });
    if (because !== null) await switchOff(claim, because);
  }

  function bodyOf({ format, webhookId }: Claim, { id, body }: Delivery, { url }: Opened): string | null {
    try {
      return shapeBody(format, body, new URL(url));
    } catch (error) {
      log.error({ err: error, webhookId, deliveryId: id }, 'webhooks.event-unreadable');
      return null;
    }
  }

  return {
    switchOff,

    async send(claim: Claim): Promise<void> {
      const { delivery } = claim;
      if (delivery === null) return claims.release(claim);
      const opened = openedOf(secrets, claim);
      if (opened === null) return switchOff(claim, 'lost_key');
      const body = bodyOf(claim, delivery, opened);
      if (body === null) return claims.setAside(claim, delivery);
      await settle(claim, delivery, await post(publicPost, claim, { delivery, body, ...opened }));
    },
  };
}

/** It is this event that the receiver does not take. */
function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && !TRANSIENT.includes(status);
}

interface Opened {
  readonly url: string;
  readonly secrets: readonly string[];
}

interface Try {
  readonly attempt: Attempt;
  /** Null where none came. */
  readonly answer: PostAnswer | null;
}

interface Letter extends Opened {
  readonly delivery: Delivery;
  readonly body: string;
}

async function post(publicPost: PublicPost, claim: Claim, { delivery, body, url, secrets }: Letter): Promise<Try> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await publicPost.post(addressFor(claim.format, url), {
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(secrets, { id: delivery.eventId, at: claim.now, body }),
      },
      body,
      withinMs: WITHIN_MS,
    });
    return { attempt: { status: answer.status, flaw: null, durationMs: durationMs() }, answer };
  } catch (error) {
    if (!(error instanceof PostFlawError)) throw error;
    return { attempt: { status: null, flaw: error.flaw, durationMs: durationMs() }, answer: null };
  }
}

/** Null where the key of the server is another one than when they were kept. */
function openedOf(secrets: SecretBox, { key, url, secret, previousSecret }: Claim): Opened | null {
  try {
    return {
      url: secrets.open(url, sealedPlace(key, 'url')),
      secrets: [
        secrets.open(secret, sealedPlace(key, 'secret')),
        ...(previousSecret === null ? [] : [secrets.open(previousSecret, sealedPlace(key, 'previous_secret'))]),
      ],
    };
  } catch (error) {
    if (error instanceof KeyNotHereError) throw error;
    return null;
  }
}
