import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware } from 'koa';
import type { SandboxContext, SandboxState } from './exchange.ts';
import type { FaultAction } from './fault-actions.ts';
import type { Fault, Faults } from './faults.ts';
import type { World } from './world.ts';
import { resolvePage } from './graph/page-of-request.ts';
import { faultError } from './fault-errors.ts';

const HTML =
  '<!DOCTYPE html><html><head><title>Error</title></head><body>' +
  '<h1>Sorry, something went wrong.</h1><p>We are working on getting this fixed as soon as we can.</p></body></html>';

/** Lets the faults that match a request hit before it takes effect, or after. */
export function faultGate(faults: Faults, world: World): Middleware<SandboxState> {
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    if (exchange.service === null || ctx.method === 'OPTIONS') return next();
    if (exchange.service === 'graph') exchange.page = resolvePage(world, ctx.path, exchange);
    const matching = faults.hit(ctx, ctx.path);
    for (const fault of matching) tweak(ctx, fault);
    for (const fault of matching) if (fault.when === 'before' && (await hit(ctx, fault))) return;
    await next();
    for (const fault of matching) if (fault.when === 'after' && (await hit(ctx, fault))) return;
  };
}

function tweak(ctx: SandboxContext, { action }: Fault): void {
  const { tweaks } = ctx.state.exchange;
  if (action.name === 'read-lag') tweaks.readLagMs = Math.max(tweaks.readLagMs, action.ms);
  if (action.name === 'drop-page-from-accounts') tweaks.droppedPages.push(action.page);
  if (action.name === 'rename-page') tweaks.pageNames[action.page] = action.to;
  if (action.name === 'paging-empty-with-next') tweaks.emptyFirstPage = true;
  if (action.name === 'cut-stream') tweaks.cutAfter = action.n;
  if (action.name === 'ai-answer')
    tweaks.aiAnswer = {
      text: action.text ?? null,
      refusal: action.refusal ?? null,
      finishReason: action.finish_reason,
    };
}

/** @returns true when the answer is now the fault's and nothing further may run */
async function hit(ctx: SandboxContext, { action, removed }: Fault): Promise<boolean> {
  switch (action.name) {
    case 'delay':
      await sleep(action.ms);
      return false;
    case 'hold':
      await removed.promise;
      return false;
    case 'error':
      faultError(ctx, action);
      return true;
    case '200-with-error':
      faultError(ctx, { ...action, name: 'error', http: 200 });
      return true;
    case 'html':
      ctx.status = action.http;
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = HTML;
      return true;
    case 'empty':
      ctx.status = action.http;
      ctx.type = 'application/json';
      ctx.body = '';
      return true;
    case 'answer':
      answerAsGiven(ctx, action);
      return true;
    case 'bad-json':
      ctx.status = 200;
      ctx.type = 'application/json; charset=UTF-8';
      ctx.body = '{"id":"1221';
      return true;
    case 'hang':
      ctx.respond = false;
      return true;
    case 'reset':
      ctx.respond = false;
      ctx.req.socket.resetAndDestroy();
      return true;
    case 'stall-after-headers':
      startAnswer(ctx, null);
      return true;
    case 'half-body':
      cutAnswer(ctx);
      return true;
    default:
      return false;
  }
}

function answerAsGiven(
  ctx: SandboxContext,
  { http, body, content_type: type, headers = {} }: Extract<FaultAction, { name: 'answer' }>,
): void {
  ctx.status = http;
  ctx.body = typeof body === 'string' ? body : JSON.stringify(body);
  ctx.type = type;
  ctx.set(headers);
}

function bodyText(ctx: SandboxContext): string {
  const body: unknown = ctx.body;
  if (typeof body === 'string') return body;
  return JSON.stringify(body ?? { id: '122100000000000001', success: true });
}

function startAnswer(ctx: SandboxContext, length: number | null): void {
  ctx.respond = false;
  const isStream = (ctx.state.exchange.json as { stream?: unknown } | undefined)?.stream === true;
  const type = isStream ? 'text/event-stream; charset=utf-8' : 'application/json; charset=UTF-8';
  ctx.res.writeHead(200, { 'content-type': type, ...(length === null ? {} : { 'content-length': String(length) }) });
  ctx.res.flushHeaders();
}

function cutAnswer(ctx: SandboxContext): void {
  const bytes = Buffer.from(bodyText(ctx));
  startAnswer(ctx, bytes.length);
  ctx.res.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => {
    ctx.req.socket.destroy();
  });
}
