import { randomUUID } from 'node:crypto';
import type { UserId } from '../contract/ids.ts';
import type { Context, Middleware } from 'koa';
import { pino, type Logger } from 'pino';
import type { Config } from '../config/config.ts';

const SECRET_FIELDS = [
  'accessToken',
  'access_token',
  'appSecret',
  'app_secret',
  'openaiApiKey',
  'fiztechApiKey',
  'apiKey',
  'password',
  'cookie',
  'authorization',
  'token',
];

/** A token in the middle of a text: in an address that an error quotes, or as it is sent. */
const SECRET_IN_TEXT =
  /((?:access_token|input_token|fb_exchange_token|client_secret|appsecret_proof)=|Bearer |OAuth |pct_)[^&"\s\\]+/g;

/** Lines that could not be written yet. What comes beyond that is lost. */
const UNWRITTEN_LIMIT_BYTES = 1024 ** 2;

/** Standard output. A disk that is full, or a reader that has gone, costs lines and nothing else. */
function standardOutput(): { write(line: string): void } {
  const out = pino.destination({ dest: 1, sync: true, maxLength: UNWRITTEN_LIMIT_BYTES });
  // There is nowhere left to say it.
  out.on('error', () => {});
  return out;
}

/** JSON lines on standard output. Fields that hold secrets are cut out wherever they stand. */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>, destination?: { write(line: string): void }): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `err.*.${field}`]);
  const options = {
    level: config.LOG_LEVEL,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[redacted]' },
  };
  const out = destination ?? standardOutput();
  return pino(options, {
    write: (line: string) => {
      out.write(line.replace(SECRET_IN_TEXT, '$1[redacted]'));
    },
  });
}

const SANE_ID = /^[\w.-]{8,64}$/;

/** Names each request, answers the name, and logs one line: paths without their query, which may hold secrets. */
export function requestLog(log: Logger): Middleware {
  // None of its fields holds secrets, and to look for some takes nearly as long as all the rest of a line.
  const lines = log.child({}, { redact: [] });
  return (ctx, next) => {
    const given = ctx.get('x-request-id');
    const requestId = SANE_ID.test(given) ? given : randomUUID();
    ctx.state['requestId'] = requestId;
    ctx.res.setHeader('x-request-id', requestId);
    const start = performance.now();
    ctx.res.once('close', () => {
      const level = levelOf(ctx);
      if (!lines.isLevelEnabled(level)) return;
      const line = {
        requestId,
        method: ctx.method,
        path: ctx.path,
        status: ctx.status,
        ms: Math.round(performance.now() - start),
        userId: (ctx.state['session'] as { userId?: UserId } | null)?.userId,
      };
      lines[level](line, 'request');
    });
    return next();
  };
}

function levelOf(ctx: Context): 'warn' | 'info' | 'debug' {
  if (ctx.status >= 500) return 'warn';
  return ctx.path.startsWith('/api/') ? 'info' : 'debug';
}
