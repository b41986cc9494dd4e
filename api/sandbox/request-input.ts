import busboy from 'busboy';
import type { Middleware } from 'koa';
import type { Exchange, SandboxContext, SandboxState } from './exchange.ts';
import type { MediaStore } from './media-store.ts';

const BODY_LIMIT = 20 * 1024 * 1024;

class UnreadableBodyError extends Error {
  override readonly name = 'UnreadableBodyError';
}

/**
 * Reads query and body (JSON, form, multipart, raw bytes) into the exchange. Files stream to disk, and go again when
 * nobody claimed them.
 */
export function readInput(media: MediaStore): Middleware<SandboxState> {
  return async (ctx, next) => {
    const { exchange } = ctx.state;
    for (const [key, value] of Object.entries(ctx.query))
      exchange.params[key] = Array.isArray(value) ? (value.at(-1) ?? '') : (value ?? '');
    try {
      await readBody(ctx, exchange, media).catch((error: unknown) => {
        exchange.unreadable = error instanceof Error ? error.message : 'The body cannot be read.';
      });
      exchange.token = tokenOf(ctx, exchange);
      await next();
    } finally {
      const unread = [...Object.values(exchange.files), ...(exchange.raw ? [exchange.raw] : [])];
      await Promise.all(unread.map((incoming) => media.discard(incoming)));
    }
  };
}

async function readBody(ctx: SandboxContext, exchange: Exchange, media: MediaStore): Promise<void> {
  if (ctx.method === 'GET' || ctx.method === 'HEAD' || ctx.method === 'OPTIONS') return;
  const type = ctx.get('content-type').split(';')[0]?.trim().toLowerCase() ?? '';
  if (ctx.path.startsWith('/rupload/') || /\/upload:/.test(ctx.path)) {
    exchange.raw = await media.receive(ctx.req);
    return;
  }
  if (type === 'multipart/form-data') return readMultipart(ctx, exchange, media);
  const text = await readText(ctx);
  if (text === '') return;
  if (type === 'application/x-www-form-urlencoded' && !text.trimStart().startsWith('{')) {
    for (const [key, value] of new URLSearchParams(text)) exchange.params[key] = value;
    return;
  }
  try {
    exchange.json = JSON.parse(text);
  } catch (error) {
    throw new UnreadableBodyError('The body is not valid JSON.', { cause: error });
  }
  for (const [key, value] of Object.entries((exchange.json ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    exchange.params[key] = typeof value === 'string' ? value : JSON.stringify(value);
  }
}

async function readText(ctx: SandboxContext): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT) throw new UnreadableBodyError('The body is larger than 20 MB; send files as multipart.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function readMultipart(ctx: SandboxContext, exchange: Exchange, media: MediaStore): Promise<void> {
  const waiting: Promise<void>[] = [];
  await new Promise<void>((resolve, reject) => {
    const parser = busboy({ headers: ctx.req.headers, limits: { fieldSize: BODY_LIMIT } });
    parser.on('field', (name, value) => {
      exchange.params[name] = value;
    });
    parser.on('file', (name, stream) => {
      waiting.push(
        media.receive(stream).then((incoming) => {
          exchange.files[name] = incoming;
        }),
      );
    });
    parser.on('close', resolve);
    parser.on('error', reject);
    ctx.req.on('aborted', () => {
      reject(new UnreadableBodyError('The sender went away.'));
    });
    ctx.req.pipe(parser);
  });
  await Promise.all(waiting);
}

function tokenOf(ctx: SandboxContext, exchange: Exchange): string | null {
  const [scheme = '', value] = ctx.get('authorization').split(/\s+/);
  if (/^(bearer|oauth)$/i.test(scheme) && value) return value;
  return exchange.params['access_token'] ?? null;
}
