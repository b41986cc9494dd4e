import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '../../api/src/contract/endpoint.ts';
import type { Api, World } from './world.ts';

const CALL_TIMEOUT_MS = 30_000;
/** Processes that are killed every second take long to say anything. */
const GIVE_UP_AFTER_MS = 20 * 60_000;
const WAIT_MS = 250;

export interface Answer {
  readonly status: number;
  readonly body: {
    id?: number | string;
    status?: string;
    code?: string;
    message?: string;
    contentHash?: string;
    postId?: number | null;
  };
}

export interface Page {
  /** Of our own row. */
  readonly id: number;
  /** Facebook's. */
  readonly pageId: string;
}

/**
 * The person with many pages, logged in: calls go to any process that answers, and are repeated until one says
 * something definite, as the screens do.
 */
export async function logInOwner({ control, origin, table }: World, apis: readonly Api[]) {
  const people = await control<{ role: string; id: string; accessToken: string }[]>('GET', 'users');
  const person = people.find(({ role }) => role === 'many');
  if (person === undefined) throw new Error('Nobody has the role many');
  let next = 0;
  let cookie = '';

  /** Asks one process after the other until one answers, and not with a failure of its own. */
  async function ask(
    method: string,
    path: string,
    { body, key }: { body?: unknown; key?: string | undefined },
  ): Promise<{ answer: Response; said: Answer['body'] }> {
    const until = Date.now() + GIVE_UP_AFTER_MS;
    while (Date.now() < until) {
      const api = apis[next++ % apis.length];
      if (api === undefined) throw new Error('There is no API process');
      try {
        const answer = await fetch(`${api.url}${path}`, {
          method,
          headers: {
            origin,
            cookie,
            'content-type': 'application/json',
            ...(key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key }),
          },
          body: body === undefined ? null : JSON.stringify(body),
          signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
        });
        const said = (await answer.json()) as Answer['body'];
        if (answer.status < 500 && said.code !== 'idempotency_in_progress') return { answer, said };
      } catch {
        // Killed in the middle of it, or not up yet.
      }
      await sleep(WAIT_MS);
    }
    throw new Error(`Nobody answered ${method} ${path}`);
  }

  const { answer: login, said: refusal } = await ask('POST', '/api/facebook/login', {
    body: { userID: person.id, accessToken: person.accessToken },
  });
  if (!login.ok) throw new Error(`The login was answered ${login.status}: ${refusal.message ?? ''}`);
  cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  async function call(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
    const { answer, said } = await ask(method, path, { body, key });
    return { status: answer.status, body: said };
  }

  return {
    userId: (await table.one<{ id: number }>('select id::int from users where facebook_id = $1', [person.id])).id,
    pages: await table.rows<Page>(
      `select id::int, page_id as "pageId" from facebook_pages
      where user_id = (select id from users where facebook_id = $1) order by id`,
      [person.id],
    ),
    cookie: () => cookie,
    call,
    /** The same click twice, at two processes, under one key. */
    async callTwice(method: string, path: string, body: unknown): Promise<Answer[]> {
      const key = randomUUID();
      return Promise.all([call(method, path, body, key), call(method, path, body, key)]);
    },
  };
}
export type Owner = Awaited<ReturnType<typeof logInOwner>>;
