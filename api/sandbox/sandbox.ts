import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Koa from 'koa';
import type { Middleware } from 'koa';
import { controlRoutes, isLoopback } from './control/control.routes.ts';
import { newExchange, serviceOf } from './exchange.ts';
import type { SandboxState } from './exchange.ts';
import { faultGate } from './fault-transport.ts';
import { createFaults, type Faults } from './faults.ts';
import { fiztechRoutes } from './fiztech.routes.ts';
import { graphPath } from './graph/graph-call.ts';
import { graphRoutes } from './graph/graph.routes.ts';
import { createJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import { startMailServer } from './mail/mail-server.ts';
import { createMailbox, type Mailbox } from './mail/mailbox.ts';
import { mailRoutes } from './mail/mail.routes.ts';
import { createMediaStore } from './media-store.ts';
import { openaiRoutes } from './openai/openai.routes.ts';
import { settleDue } from './posts.ts';
import { createPushService, pushRoutes } from './push.routes.ts';
import { readInput } from './request-input.ts';
import { DIALOG, sdkRoutes } from './sdk/sdk.routes.ts';
import { siteRoutes } from './site/site.routes.ts';
import { keepSnapshot } from './snapshot.ts';
import { createWorld } from './world.ts';
import type { World } from './world.ts';

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  host: string;
  dataDir: string;
  /** Keep the state in `dataDir/sandbox.json` and start from it. */
  snapshot: boolean;
}

interface RunningSandbox {
  url: string;
  port: number;
  close(): Promise<void>;
}

/**
 * Starts the simulated Facebook, OpenAI and tech site on one loopback port.
 * @throws when the host is not loopback, or the port is taken (code EADDRINUSE)
 */
export async function startSandbox({ port, host, dataDir, snapshot }: SandboxOptions): Promise<RunningSandbox> {
  if (!isLoopback(host))
    throw new Error(
      'The sandbox answers without passwords and runs on this machine only: HOST must be a loopback address, ' +
        `not ${host}.`,
    );
  const world = createWorld();
  const keeper = snapshot ? keepSnapshot(world, join(dataDir, 'sandbox.json')) : null;
  await keeper?.restore();

  const faults = createFaults(world);
  const mailbox = createMailbox(() => world.clock.now());
  const mailServer = await startMailServer({ mailbox, faults, host });
  const parts = { world, faults, mailbox, mailUrl: mailServer.url };
  const server = createServer(buildApp(parts, join(dataDir, 'sandbox-media')).callback());
  // A hung upload is a test's business; node's own limits would end it after five minutes.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch(async (error: unknown) => {
    await mailServer.close();
    throw error;
  });
  const listening = (server.address() as AddressInfo).port;
  return {
    url: `http://localhost:${listening}`,
    port: listening,
    async close() {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await Promise.all([closed, mailServer.close()]);
      await keeper?.stop();
    },
  };
}

const BROKEN_CONNECTION = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

interface Parts {
  readonly world: World;
  readonly faults: Faults;
  readonly mailbox: Mailbox;
  readonly mailUrl: string;
}

function buildApp({ world, faults, mailbox, mailUrl }: Parts, mediaFolder: string): Koa<SandboxState> {
  const media = createMediaStore(world, mediaFolder);
  const journal = createJournal();
  const push = createPushService();
  const app = new Koa<SandboxState>();
  app.on('error', (error: NodeJS.ErrnoException) => {
    // Connections that end early are what faults are for.
    if (!BROKEN_CONNECTION.has(error.code ?? '')) console.error('Sandbox: a request failed.', error);
  });
  app.use(openExchange(world, journal));
  app.use(crossOrigin);
  // Its messages are nothing but bytes.
  app.use(pushRoutes(push).routes());
  app.use(readInput(media));
  app.use(faultGate(faults, world));
  app.use(controlRoutes({ world, faults, journal, mailbox, mailUrl, push }).routes());
  app.use(openaiRoutes(world).routes());
  app.use(fiztechRoutes(world).routes());
  app.use(sdkRoutes(world).routes());
  const graph = graphRoutes({ world, media }).routes();
  const toGraph = graphPath();
  app.use((ctx, next) =>
    ctx.state.exchange.service === 'graph'
      ? toGraph(ctx, () => graph(ctx as Parameters<typeof graph>[0], next))
      : next(),
  );
  app.use(mailRoutes(mailbox).routes());
  app.use(siteRoutes(world, media).routes());
  return app;
}

/** Gives each request its exchange, brings the world up to date, and writes the journal. */
function openExchange(world: World, journal: Journal): Middleware<SandboxState> {
  return async (ctx, next) => {
    const exchange = newExchange();
    ctx.state.exchange = exchange;
    exchange.service = DIALOG.test(ctx.path) ? null : serviceOf(ctx.path);
    const { path } = ctx;
    const startedAt = Date.now();
    settleDue(world);
    try {
      await next();
    } finally {
      if (exchange.service !== null) journal.record(ctx, path, startedAt, ctx.respond === false ? null : ctx.status);
    }
  };
}

/** Graph and the SDK are called by pages of other origins; control calls answer local pages only (their own guard). */
const crossOrigin: Middleware<SandboxState> = async (ctx, next) => {
  ctx.set({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'facebook-api-version, x-fb-trace-id, x-app-usage, x-business-use-case-usage',
  });
  if (ctx.method !== 'OPTIONS') return next();
  ctx.status = 204;
  ctx.set({
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': ctx.get('access-control-request-headers') || '*',
    'access-control-max-age': '600',
  });
};
