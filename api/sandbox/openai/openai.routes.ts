import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import type { SandboxContext, SandboxState } from '../exchange.ts';
import type { World } from '../world.ts';
import { chat, chatChunks, chatJson } from './chat.ts';
import { moderations } from './moderations.ts';
import { invalidRequest, OpenaiError } from './openai-error.ts';
import { respond, responseEvents, responseJson } from './responses.ts';

export const OPENAI_KEY = 'sk-sandbox-4f0d7c6b2a9e';
export const OPENAI_MODEL = 'gpt-5.4-mini';
const MODELS = [
  'gpt-5.5',
  'gpt-5.4',
  OPENAI_MODEL,
  'gpt-5.4-nano',
  'gpt-5-mini',
  'gpt-4.1',
  'gpt-4.1-mini',
  'gpt-4o',
  'gpt-4o-mini',
];

/** OpenAI's API: chat completions, responses, moderations and models. */
export function openaiRoutes(world: World): Router<SandboxState> {
  const router = new Router<SandboxState>({ prefix: '/v1' });
  router.use(envelope);
  router.post('/chat/completions', (ctx) => {
    const { completion, isStream, withUsage } = chat(
      ctx.state.exchange.json,
      world.settings,
      ctx.state.exchange.tweaks.aiAnswer,
    );
    const now = world.clock.now();
    if (isStream)
      stream(ctx, chatChunks(completion, now, withUsage), {
        chunkMs: world.settings.openaiPieceMs,
        show: (event) => `data: ${JSON.stringify(event)}\n\n`,
        end: 'data: [DONE]\n\n',
      });
    else ctx.body = chatJson(completion, now);
  });
  router.post('/responses', (ctx) => {
    const { completion, isStream } = respond(ctx.state.exchange.json, world.settings);
    const now = world.clock.now();
    if (isStream)
      stream(ctx, responseEvents(completion, now), {
        chunkMs: world.settings.openaiPieceMs,
        show: (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
        end: '',
      });
    else ctx.body = responseJson(completion, now);
  });
  router.post('/moderations', (ctx) => {
    ctx.body = moderations(ctx.state.exchange.json);
  });
  router.get('/models', (ctx) => {
    ctx.body = { object: 'list', data: MODELS.map(describe) };
  });
  router.get('/models/:model', (ctx) => {
    const model = ctx.params['model'] ?? '';
    if (!MODELS.includes(model))
      throw new OpenaiError({
        http: 404,
        message: `The model '${model}' does not exist`,
        type: 'invalid_request_error',
        code: 'model_not_found',
        param: 'model',
      });
    ctx.body = describe(model);
  });
  router.all('/*rest', (ctx) => {
    throw new OpenaiError({
      http: 404,
      message: `Invalid URL (${ctx.method} ${ctx.path})`,
      type: 'invalid_request_error',
      code: null,
    });
  });
  return router;
}

const describe = (id: string) => ({ id, object: 'model', created: 1_770_000_000, owned_by: 'openai' });

const envelope: Middleware<SandboxState> = async (ctx, next) => {
  ctx.set({
    'x-request-id': `req_${randomUUID().replaceAll('-', '')}`,
    'openai-processing-ms': '12',
    'openai-version': '2020-10-01',
    'x-ratelimit-limit-requests': '500',
    'x-ratelimit-remaining-requests': '499',
    'x-ratelimit-reset-requests': '120ms',
  });
  try {
    checkKey(ctx);
    if (ctx.state.exchange.unreadable !== null)
      throw invalidRequest('We could not parse the JSON body of your request.');
    await next();
    ctx.state.exchange.effects.push('answered');
  } catch (error) {
    if (!(error instanceof OpenaiError)) throw error;
    ctx.status = error.fields.http;
    ctx.body = error.body();
  }
};

function checkKey(ctx: SandboxContext): void {
  const key = /^bearer\s+(\S+)$/i.exec(ctx.get('authorization'))?.[1];
  if (key === OPENAI_KEY) return;
  const shown =
    key === undefined ? '' : `: ${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;
  const message =
    key === undefined
      ? "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer " +
        'auth (i.e. Authorization: Bearer YOUR_KEY).'
      : `Incorrect API key provided${shown}. ` +
        'You can find your API key at https://platform.openai.com/account/api-keys.';
  throw new OpenaiError({ http: 401, message, type: 'invalid_request_error', code: 'invalid_api_key' });
}

/**
 * Brings the events one after the other, at the pace of somebody who writes; whoever hangs up before the end is noted.
 */
function stream<Event>(
  ctx: SandboxContext,
  events: Iterable<Event>,
  { chunkMs, show, end }: { chunkMs: number; show: (event: Event) => string; end: string },
): void {
  const {
    tweaks: { cutAfter },
    effects,
  } = ctx.state.exchange;
  ctx.type = 'text/event-stream; charset=utf-8';
  ctx.set('cache-control', 'no-cache');
  async function* lines(): AsyncGenerator<string> {
    let sent = 0;
    let isWhole = false;
    try {
      for (const event of events) {
        if (cutAfter !== null && sent >= cutAfter) {
          // Let what was written leave the machine before the connection breaks.
          await new Promise((resolve) => {
            setTimeout(resolve, 20);
          });
          ctx.req.socket.destroy();
          return;
        }
        yield show(event);
        sent += 1;
        if (chunkMs > 0) await sleep(chunkMs);
      }
      if (end !== '') yield end;
      isWhole = true;
    } finally {
      if (!isWhole) effects.push('stopped');
    }
  }
  ctx.body = Readable.from(lines());
}
