import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';
import { line, spread } from './figures.ts';

const DEAD_WEBHOOKS = 10;
const WAITING = 10_000;
const FRESH = 60;
const BETWEEN_MS = 150;

const WAITING_EVENTS = `
  insert into webhook_deliveries
    (webhook_id, user_id, environment, event_id, type, sequence, body, next_attempt_at, until)
  select w.id, w.user_id, w.environment, gen_random_uuid(), 'post.failed', n, '{}', now(), now() + interval '1 day'
  from webhooks w, generate_series(1, $2::int) n where w.user_id = $1`;

/**
 * How long a fresh event of one person takes to its receiver, while thousands of another wait for receivers that never
 * answer.
 */
export async function benchWebhooks(product: Product, db: pg.Client): Promise<void> {
  const arrivals = new Map<string, number>();
  const well = await listening((body) => void arrivals.set((JSON.parse(body) as { id: string }).id, performance.now()));
  const dead = await listening(null);
  const [many, manager] = [await logIn(product, 'many'), await logIn(product, 'manager')];
  const idOf = async (facebookId: string) =>
    (await db.query<{ id: string }>('select id from users where facebook_id = $1', [facebookId])).rows[0]?.id;
  const [slow, fresh] = [await idOf(many.facebookId), await idOf(manager.facebookId)];
  for (let n = 0; n < DEAD_WEBHOOKS; n += 1) await create(product, many.cookie, urlOf(dead));
  await create(product, manager.cookie, urlOf(well));
  await db.query(WAITING_EVENTS, [slow, WAITING / DEAD_WEBHOOKS]);
  await db.query('update webhooks set due_at = now(), last_sequence = $2 where user_id = $1', [slow, WAITING]);

  const sent = new Map<string, number>();
  for (let n = 0; n < FRESH; n += 1) {
    const at = performance.now();
    const { rows } = await db.query<{ uid: string }>(
      `insert into outbox_facts (user_id, environment, kind)
      select id, environment, 'post_failed' from users where id = $1 returning uid`,
      [fresh],
    );
    sent.set(rows[0]?.uid ?? '', at);
    await setTimeout(BETWEEN_MS);
  }
  for (let waited = 0; arrivals.size < FRESH && waited < 300; waited += 1) await setTimeout(100);
  const waits = spread([...sent].map(([id, at]) => (arrivals.get(id) ?? Infinity) - at));
  line(
    `A fresh event, with ${WAITING.toLocaleString('en')} of another person waiting for dead receivers`,
    `median ${waits.median.toFixed(0)} ms, p95 ${waits.p95.toFixed(0)} ms, worst ${waits.worst.toFixed(0)} ms`,
    `${arrivals.size} of ${FRESH} arrived`,
    'aim p99 5,000 ms',
  );
  await db.query('delete from webhooks where user_id = any($1)', [[slow, fresh]]);
  for (const server of [well, dead]) {
    server.closeAllConnections();
    server.close();
  }
}

/** @param hear null: it never answers */
async function listening(hear: ((body: string) => void) | null): Promise<Server> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      hear?.(body);
      if (hear !== null) response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

async function create(product: Product, cookie: string, url: string): Promise<void> {
  const answer = await fetch(`${product.url}/api/webhooks`, {
    method: 'POST',
    headers: { cookie, origin: product.url, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['post.failed'] }),
  });
  if (answer.status !== 201) throw new Error(`The webhook was not made: ${await answer.text()}`);
}
