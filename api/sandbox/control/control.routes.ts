import Router from '@koa/router';
import type { Middleware } from 'koa';
import { z } from 'zod';
import { PERMISSIONS, TOKEN_STATES } from '../entities.ts';
import { originOf } from '../exchange.ts';
import type { SandboxContext, SandboxState } from '../exchange.ts';
import { ControlError, isRegExp, sentence } from '../faults.ts';
import type { Faults } from '../faults.ts';
import type { Journal } from '../journal.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import { findPerson } from '../people.ts';
import { OEMBED_EXAMPLES } from '../graph/oembed.routes.ts';
import { settleDue } from '../posts.ts';
import { setTokenState } from '../tokens.ts';
import type { PushService } from '../push.routes.ts';
import type { World } from '../world.ts';
import { environmentOf } from './environment.ts';
import { listPosts, listStories, listUploads, listUsers } from './ground-truth.ts';
import { SendCallback, sendCallback } from './send-callback.ts';

const NextLogin = z.strictObject({
  role: z.string(),
  grant: z.array(z.enum([...PERMISSIONS, 'email', 'public_profile'])).optional(),
  pages: z.array(z.string()).optional(),
  cancel: z.boolean().optional(),
  delayMs: z.number().min(0).max(600_000).optional(),
});
const Tokens = z.strictObject({
  page: z.string().optional(),
  user: z.string().optional(),
  token: z.string().optional(),
  state: z.enum([...TOKEN_STATES, 'valid']),
});
const Switches = z
  .strictObject({
    oldestVersion: z.string().regex(/^v\d+\.\d+$/),
    legacyOembed: z.boolean(),
    processingMs: z.number().min(0),
    photoMaxBytes: z.number().positive(),
    chunkBytes: z.number().int().positive(),
    requireProof: z.boolean(),
    openaiLenient: z.boolean(),
    openaiObeys: z.boolean(),
    openaiPieceMs: z.number().min(0).max(60_000),
    storyArchive: z.boolean(),
    shortTokenMinutes: z.number().positive(),
  })
  .partial();

interface ControlDeps {
  world: World;
  faults: Faults;
  journal: Journal;
  mailbox: Mailbox;
  mailUrl: string;
  push: PushService;
}

/** The calls that tests and people steer the sandbox with. */
export function controlRoutes(deps: ControlDeps): Router<SandboxState> {
  const router = new Router<SandboxState>({ prefix: '/__sandbox' });
  router.use(guard);
  addGroundTruth(router, deps);
  addMails(router, deps);
  addFaults(router, deps);
  addSteering(router, deps);
  addSwitches(router, deps);
  addBrowsers(router, deps);
  router.post('/reset', (ctx) => {
    deps.faults.clear();
    deps.journal.clear();
    deps.mailbox.clear();
    deps.push.clear();
    deps.world.reset();
    ctx.body = { success: true };
  });
  router.all('/*rest', (ctx) => {
    ctx.status = 404;
    ctx.body = { message: `The sandbox has no control call ${ctx.method} ${ctx.path}.` };
  });
  return router;
}

/** Browsers that a push service reaches: new ones, those that have gone, and what each was told. */
function addBrowsers(router: Router<SandboxState>, { push }: ControlDeps): void {
  router.post('/push/subscriptions', (ctx) => {
    ctx.body = push.subscribe(ctx);
  });
  router.delete('/push/subscriptions/:id', (ctx) => {
    push.forget(ctx.params['id'] ?? '');
    ctx.body = { success: true };
  });
  router.get('/push/messages', (ctx) => {
    ctx.body = push.messages;
  });
}

/** What there is and what happened, as the sandbox itself knows it. */
function addGroundTruth(router: Router<SandboxState>, { world, journal, mailUrl }: ControlDeps): void {
  router.get('/environment', (ctx) => {
    ctx.body = environmentOf(world, { origin: originOf(ctx), mailUrl });
  });
  router.get('/users', (ctx) => {
    ctx.body = listUsers(world, knownApp(world, ctx.query['app']));
  });
  router.get('/oembed-examples', (ctx) => {
    ctx.body = OEMBED_EXAMPLES;
  });
  router.get('/pages/:id/posts', (ctx) => {
    ctx.body = listPosts(world, knownPage(world, ctx.params['id']));
  });
  router.get('/pages/:id/stories', (ctx) => {
    ctx.body = listStories(world, knownPage(world, ctx.params['id']));
  });
  router.get('/pages/:id/uploads', (ctx) => {
    ctx.body = listUploads(world, knownPage(world, ctx.params['id']));
  });
  router.get('/fiztech/posts', (ctx) => {
    ctx.body = [...world.articles.values()].map(({ createdAt, ...rest }) => ({
      ...rest,
      createdAt: new Date(createdAt).toISOString(),
    }));
  });
  router.get('/journal', (ctx) => {
    ctx.body = journal.list(journalFilter(ctx));
  });
}

function addMails(router: Router<SandboxState>, { mailbox }: ControlDeps): void {
  router.get('/mails', (ctx) => {
    ctx.body = mailbox.list().map(({ number: _number, at, ...mail }) => ({ ...mail, at: new Date(at).toISOString() }));
  });
  router.delete('/mails', (ctx) => {
    mailbox.clear();
    ctx.body = { success: true };
  });
}

function addFaults(router: Router<SandboxState>, { faults }: ControlDeps): void {
  router.post('/faults', (ctx) => {
    ctx.status = 201;
    ctx.body = { id: faults.add(ctx.state.exchange.json).id };
  });
  router.get('/faults', (ctx) => {
    ctx.body = faults.list();
  });
  router.delete('/faults', (ctx) => {
    faults.clear();
    ctx.body = { success: true };
  });
  router.delete('/faults/:id', (ctx) => {
    ctx.body = { success: faults.remove(ctx.params['id'] ?? '') };
  });
}

/** What people and Facebook would do: who logs in next, what becomes of tokens, callbacks. */
function addSteering(router: Router<SandboxState>, { world }: ControlDeps): void {
  router.put('/next-login', (ctx) => {
    const next = read(ctx, NextLogin);
    if (!findPerson(world, next.role)) throw new ControlError(`There is nobody with the role ${next.role}.`);
    world.nextLogin = next;
    ctx.body = { success: true };
  });
  router.delete('/next-login', (ctx) => {
    world.nextLogin = null;
    ctx.body = { success: true };
  });
  router.put('/tokens', (ctx) => {
    const { page, user, token, state } = read(ctx, Tokens);
    const person = user === undefined ? undefined : findPerson(world, user);
    if (user !== undefined && !person) throw new ControlError('There is no such user.');
    if (page === undefined && !person && token === undefined) throw new ControlError('Name a page, a user or a token.');
    if (page !== undefined) knownPage(world, page);
    ctx.body = { changed: setTokenState(world, { page, role: person?.role, token }, state === 'valid' ? 'ok' : state) };
  });
  router.post('/send-callback', async (ctx) => {
    ctx.body = await sendCallback(world, read(ctx, SendCallback));
  });
}

/** The sandbox's time and settings. */
function addSwitches(router: Router<SandboxState>, { world }: ControlDeps): void {
  router.put('/clock', (ctx) => {
    world.clock.offsetMs = read(ctx, z.strictObject({ offsetMs: z.number() })).offsetMs;
    settleDue(world);
    world.changed();
    ctx.body = { offsetMs: world.clock.offsetMs, now: new Date(world.clock.now()).toISOString() };
  });
  router.get('/clock', (ctx) => {
    ctx.body = { offsetMs: world.clock.offsetMs, now: new Date(world.clock.now()).toISOString() };
  });
  router.put('/switches', (ctx) => {
    Object.assign(world.settings, read(ctx, Switches));
    world.changed();
    ctx.body = world.settings;
  });
  router.get('/switches', (ctx) => {
    ctx.body = world.settings;
  });
}

/** Only programs and pages of this machine may steer the sandbox, and what they send must make sense. */
const guard: Middleware<SandboxState> = async (ctx, next) => {
  const origin = ctx.get('origin');
  if (!isLoopback(ctx.hostname) || (origin !== '' && !(URL.canParse(origin) && isLoopback(new URL(origin).hostname)))) {
    ctx.status = 403;
    ctx.body = { message: 'Control calls are answered to this machine only.' };
    return;
  }
  try {
    if (ctx.state.exchange.unreadable !== null) throw new ControlError(ctx.state.exchange.unreadable);
    await next();
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    ctx.status = 400;
    ctx.body = { message: error.message };
  }
};

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    /^127(\.\d{1,3}){3}$/.test(host) ||
    host === '::1' ||
    host === '[::1]'
  );
}

function read<T>(ctx: SandboxContext, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(ctx.state.exchange.json);
  if (!parsed.success) throw new ControlError(`The body cannot be read: ${sentence(parsed.error)}`);
  return parsed.data;
}

function knownPage(world: World, id: string | undefined): string {
  if (id === undefined || !world.pages.has(id)) throw new ControlError(`There is no page ${id ?? ''}.`);
  return id;
}

function knownApp(world: World, id: string | string[] | undefined): string | undefined {
  if (id !== undefined && (typeof id !== 'string' || !world.apps.has(id)))
    throw new ControlError(`There is no app ${String(id)}.`);
  return id;
}

function journalFilter(ctx: SandboxContext) {
  const text = (name: string) => {
    const value = ctx.query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const since = text('since');
  const path = text('path');
  if (path !== undefined && !isRegExp(path)) throw new ControlError('`path` is not a valid regular expression.');
  return { service: text('service'), path, since: since === undefined ? undefined : Number(since) };
}
