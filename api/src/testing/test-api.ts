import fs from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import type * as z from 'zod';
import { quietPort } from '../../../scripts/ports.ts';
import { startTestSandbox, type TestSandbox } from '../../sandbox/testing.ts';
import { wholeAnswer, type WholeAnswer } from '../../sandbox/whole-answer.ts';
import { createApp } from '../app.ts';
import type { MakeNetwork } from '../networks/networks.ts';
import { readConfig, type Config } from '../config/config.ts';
import type { Environment } from '../contract/common.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { openDatabase } from '../db/database.ts';
import type { DatabaseLimits } from '../db/limits.ts';
import { sessionsRepository } from '../features/sessions/sessions.repository.ts';
import { httpServer } from '../http/http-server.ts';
import { createLogger } from '../http/logging.ts';
import type { Words } from '../problems/words.ts';
import { TEST_SECRET_KEY, type TestUser } from './builders.ts';
import { simulateClock } from './simulated-clock.ts';
import { stored } from './stored.ts';
import { assertDocumented } from './documented.ts';
import { emptyTables, freshDatabase } from './test-database.ts';

/** What a call takes: the sender's side of the endpoint's shapes. */
interface CallInput<E extends Endpoint> {
  readonly params?: z.input<E['params']>;
  readonly query?: Record<string, unknown>;
  readonly body?: z.input<E['body']>;
  readonly headers?: Record<string, string>;
}

export interface Answer<Body> extends WholeAnswer {
  /** As the endpoint's success has it; of an error the tests look at other fields with `toMatchObject`. */
  readonly body: Body;
}

export interface Caller {
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Answer<z.output<E['response']>>>;
  /** Any request with this caller's cookie and, unless `init` has headers of its own for that, our own origin. */
  fetch(address: string, init?: RequestInit): Promise<Response>;
  /** The same with all that comes back, cheaply: for many calls, or large ones. */
  ask(
    address: string,
    init?: { method?: string; headers?: RequestInit['headers']; body?: string | Buffer | null },
  ): Promise<WholeAnswer>;
}

/** One process of the API, as far as a test can tell. */
export interface TestProcess {
  readonly url: string;
  /** The composed app, for the loop and the registry. */
  readonly app: ReturnType<typeof createApp>;
  /** Calls as this user, in a session made for the occasion; as nobody with null. */
  as(user: TestUser | null): Caller;
  /** Calls with the cookie of an answer. */
  withCookie(cookie: string): Caller;
  /** Calls with a token in place of a cookie, from no page. */
  withToken(token: string): Caller;
}

export interface TestApi extends TestProcess {
  readonly db: Knex;
  /** Another pool over the same database, for moves of areas. */
  readonly movingDb: Knex;
  /** What its database has, table by table. */
  readonly stored: ReturnType<typeof stored>;
  readonly config: Config;
  readonly sandbox: TestSandbox;
  /** Every line logged so far. */
  readonly logged: readonly string[];
  /**
   * A second process over the same database, with the same settings but for `others`, and a pool of its own.
   * @param limits of its pool, where they are others than the product's
   */
  another(others?: Partial<Config>, limits?: Partial<DatabaseLimits>): Promise<TestProcess>;
  /** The sandbox at its seed, nobody's things in the tables, and a loop that has just been there. */
  reset(): Promise<void>;
  /** Shows another environment, as an administrator would. */
  show(environment: Environment): Promise<void>;
  /** One turn of the loop in every process, with everything that it sets in motion. */
  turn(): Promise<void>;
  close(): Promise<void>;
}

/**
 * For what is about who comes when, and not about how long: no machine is so busy that a connection is given up
 * meanwhile.
 */
export const PATIENT_LIMITS = {
  acquireMs: 600_000,
  connectMs: 600_000,
  statementMs: 600_000,
  idleInTransactionMs: 600_000,
  silenceMs: 660_000,
} as const satisfies Partial<DatabaseLimits>;

/** For who asks for a second connection while they have one: it is not there, and they are told so. */
export const ONE_CONNECTION = { ...PATIENT_LIMITS, connections: 1, acquireMs: 20_000 } as const;

interface TestOptions {
  readonly networks?: readonly MakeNetwork[];
  readonly languages?: Readonly<Record<string, Words>>;
  /** Its first process listens where PUBLIC_URL leads. */
  readonly isAtPublicUrl?: boolean;
  /** For its database it is noon, in UTC, all along: what counts for a day does so, whenever the test runs. */
  readonly isNoon?: boolean;
}

/** The real app over a fresh database, beside a sandbox of its own; the loop runs only where a test starts it. */
export async function testApi(
  env: NodeJS.ProcessEnv = {},
  { networks, languages, isAtPublicUrl = false, isNoon = false }: TestOptions = {},
): Promise<TestApi> {
  const [database, sandbox] = await Promise.all([freshDatabase(), startTestSandbox()]);
  if (isNoon) await holdNoon(database.db);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-api-'));
  const outside = await sandbox.control<Record<string, string>>('GET', '/environment');
  const port = isAtPublicUrl ? await quietPort() : 0;
  const config = readConfig({
    ...outside,
    ...(isAtPublicUrl ? { PUBLIC_URL: `http://127.0.0.1:${port}` } : {}),
    DATABASE_URL: database.url,
    DATA_DIR: path.join(folder, 'data'),
    WEB_ROOT: path.join(folder, 'web'),
    SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: 'debug',
    LOOP: 'off',
    LOGIN_RATE_LIMIT: '1000',
    CODE_RATE_LIMIT: '1000',
    ...env,
  });
  fs.mkdirSync(config.WEB_ROOT, { recursive: true });
  const logged: string[] = [];
  const cookieName = config.PUBLIC_URL.startsWith('https:') ? '__Host-pagecast_session' : 'pagecast_session';

  async function startProcess(db: Knex, at = 0, others: Partial<Config> = {}) {
    const app = createApp({
      config: { ...config, ...others },
      db,
      ...(networks === undefined ? {} : { networkModules: networks }),
      ...(languages === undefined ? {} : { languages }),
      log: createLogger(config, {
        write: (line) => {
          logged.push(line);
        },
      }),
    });
    await app.heldKeys.load();
    await app.configuration.load();
    app.configuration.start();
    const server = httpServer(app.server.callback(), { proxies: config.TRUST_PROXY }).listen(at, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
      url,
      app,
      withToken: (token: string) => callerOf({ url, token, origin: '', cookie: async () => null }),
      withCookie: (cookie: string) => callerOf({ url, origin: config.PUBLIC_URL, cookie: async () => cookie }),
      as(user: TestUser | null) {
        let made: Promise<string> | null = null;
        return callerOf({
          url,
          origin: config.PUBLIC_URL,
          cookie: async () =>
            user === null
              ? null
              : `${cookieName}=${await (made ??= sessionsRepository(database.db).create(user.userId))}`,
        });
      },
      async stop() {
        server.closeAllConnections();
        server.close();
        await Promise.all([
          app.loop.stop(),
          app.automation.stop(0),
          app.events.stop(),
          app.configuration.stop(),
          app.webhooks.stop(),
          app.push.stop(),
          app.dataExports.stop(),
        ]);
        await app.events.settled();
        await app.close();
      },
    };
  }

  const movingDb = openDatabase(database.url);
  const first = await startProcess(database.db, port);
  const processes = [first];
  const stops = [first.stop];
  // No loop runs between the turns: that is how tests are, not a time that nobody was there.
  const beat = () => database.db('loop_heartbeat').update({ ticked_at: database.db.fn.now() });

  return {
    ...first,
    db: database.db,
    movingDb,
    stored: stored(database.db),
    config,
    sandbox,
    logged,
    async another(others, limits) {
      const db = openDatabase(database.url, 'requests', limits);
      const process = await startProcess(db, 0, others);
      processes.push(process);
      stops.push(async () => {
        await process.stop();
        await db.destroy();
      });
      return process;
    },
    async reset() {
      await sandbox.control('POST', '/reset');
      await emptyTables(
        database.db,
        'users',
        'access_entries',
        'automation_turns',
        'login_activities',
        'pauses',
        'loop_gaps',
        'facebook_apps',
      );
      await database.db('api_config').update({ mode: 'development', openai_api_key: null, fiztech_api_key: null });
      await Promise.all(processes.map(({ app }) => app.configuration.load()));
      await beat();
    },
    async show(environment) {
      await database.db('api_config').update({ mode: environment });
      await Promise.all(processes.map(({ app }) => app.configuration.load()));
    },
    async turn() {
      await beat();
      await Promise.all(processes.map(({ app }) => app.loop.tickJob.run(new Date())));
      await Promise.all(processes.map(({ app }) => app.loop.settled()));
    },
    async close() {
      await Promise.all(stops.map((stop) => stop()));
      await movingDb.destroy();
      await Promise.all([database.close(), sandbox.close()]);
      fs.rmSync(folder, { recursive: true, force: true });
      fs.rmSync(sandbox.dataDir, { recursive: true, force: true });
    },
  };
}

async function holdNoon(db: Knex): Promise<void> {
  await simulateClock(db, new Date(new Date().setUTCHours(12, 0, 0, 0)));
  // The connections that were open already go by the other clock.
  await db.destroy();
  db.initialize();
}

/** Calls one process, like a browser that holds `cookie`. */
function callerOf({
  url,
  origin,
  cookie,
  token,
}: {
  url: string;
  /** Empty for a caller that is no browser. */
  origin: string;
  token?: string;
  cookie: () => Promise<string | null>;
}): Caller {
  async function ownHeaders(given: RequestInit['headers'] = {}): Promise<Headers> {
    const headers = new Headers(given);
    const own = await cookie();
    if (own !== null && !headers.has('cookie')) headers.set('cookie', own);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    if (origin !== '' && !headers.has('origin') && !headers.has('sec-fetch-site')) headers.set('origin', origin);
    return headers;
  }
  const ask: Caller['ask'] = async (address, { method = 'GET', headers, body = null } = {}) =>
    wholeAnswer(new URL(address, url), { method, headers: await ownHeaders(headers), body });
  return {
    ask,
    async fetch(address, init = {}) {
      return fetch(new URL(address, url), { redirect: 'manual', ...init, headers: await ownHeaders(init.headers) });
    },
    async call<E extends Endpoint>(endpoint: E, { params, query, body, headers = {} }: CallInput<E> = {}) {
      const answer = await ask(addressOf(endpoint, params, query), {
        method: endpoint.method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const found = bodyOf(answer.text);
      assertDocumented(endpoint, answer.status, found);
      return { ...answer, body: found as z.output<E['response']> };
    },
  };
}

/** The `name=value` of a cookie that an answer sets. */
export function cookieOf(headers: Headers): string {
  const cookie = headers.getSetCookie()[0]?.split(';')[0];
  if (cookie === undefined) throw new Error('The answer sets no cookie');
  return cookie;
}

function addressOf(endpoint: Endpoint, params: unknown, query: Record<string, unknown> = {}): string {
  const address = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  );
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? address : `${address}?${search}`;
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
