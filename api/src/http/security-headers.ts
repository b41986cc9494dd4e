import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Middleware } from 'koa';
import { PUSH_WORKER_PATH } from '../contract/notification-choices.ts';
import type { Config } from '../config/config.ts';

/**
 * What Facebook's SDK and its dialogs reach for beside the configured addresses; scripts it takes from its own address
 * alone.
 */
const FACEBOOK_HOSTS = [
  'https://connect.facebook.net',
  'https://www.facebook.com',
  'https://web.facebook.com',
  'https://graph.facebook.com',
];

/**
 * Strict headers: nothing inline, nothing evaluated, nobody frames us. They are the same for every answer, so they are
 * made once.
 */
export function securityHeaders(
  config: Pick<Config, 'FB_SDK_URL' | 'FB_GRAPH_BASE' | 'PUBLIC_URL' | 'REMOTE_HOSTS'>,
): Middleware {
  const sdk = new URL(config.FB_SDK_URL).origin;
  const graph = new URL(config.FB_GRAPH_BASE).origin;
  const facebook = sdk === 'https://connect.facebook.net' ? FACEBOOK_HOSTS : [];
  const hosts = config.REMOTE_HOSTS;
  const isHttps = config.PUBLIC_URL.startsWith('https:');
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'self'"],
          'base-uri': ["'none'"],
          'object-src': ["'none'"],
          'frame-ancestors': ["'none'"],
          'form-action': ["'self'"],
          'script-src': ["'self'", ...hosts, exactly(config.FB_SDK_URL)],
          // This one shows what the server tells, and answers for nothing. Another would answer for the server long
          // after.
          'worker-src': [config.PUBLIC_URL + PUSH_WORKER_PATH],
          'style-src': ["'self'", ...hosts],
          'font-src': ["'self'", ...hosts],
          'img-src': ["'self'", ...hosts, 'data:', 'blob:', sdk, graph, ...facebook],
          // A video is looked at before it is sent.
          'media-src': ["'self'", 'blob:'],
          'connect-src': ["'self'", ...hosts, sdk, graph, ...facebook],
          'frame-src': ["'self'", sdk, ...facebook],
          ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
        },
      },
      // The login dialog is a window of Facebook's that answers to ours.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: isHttps,
    }),
  );
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}

/**
 * One script of a host that has many, some of which run what an address tells them to. The SDK fetches its second half
 * under the same path with another query, which a policy does not look at.
 */
function exactly(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/[;,]/g, encodeURIComponent);
}

/** What helmet gives an answer. */
function headersOf(harden: ReturnType<typeof helmet>): [string, string | number | string[]][] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  harden(request, response, (error) => {
    if (error) throw error;
  });
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}
