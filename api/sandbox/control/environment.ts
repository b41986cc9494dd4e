import { FIZTECH_KEY } from '../fiztech.routes.ts';
import { OPENAI_KEY, OPENAI_MODEL } from '../openai/openai.routes.ts';
import { DEVELOPMENT_APP } from '../seed.ts';
import type { World } from '../world.ts';

/** The environment variables that point a product at this sandbox. Base addresses carry no Graph version. */
export function environmentOf(
  world: World,
  { origin, mailUrl }: { readonly origin: string; readonly mailUrl: string },
): Record<string, string> {
  return {
    FB_APP_ID: DEVELOPMENT_APP.id,
    FB_APP_SECRET: DEVELOPMENT_APP.secret,
    FB_GRAPH_BASE: origin,
    FB_GRAPH_VIDEO_BASE: `${origin}/graph-video`,
    FB_RUPLOAD_BASE: `${origin}/rupload`,
    FB_SDK_URL: `${origin}/sdk.js`,
    OPENAI_BASE_URL: `${origin}/v1`,
    OPENAI_API_KEY: OPENAI_KEY,
    OPENAI_MODEL,
    FIZTECH_API_URL: `${origin}/fiztech`,
    FIZTECH_API_KEY: FIZTECH_KEY,
    // Receivers of webhooks and push services are this machine's.
    WEBHOOK_NETWORKS: '127.0.0.1,::1',
    SMTP_URL: mailUrl,
    MAIL_FROM: 'Pagecast <pagecast@sandbox.localhost>',
    ADMIN_FACEBOOK_IDS: world.people.get('admin')?.scopedIds[DEVELOPMENT_APP.id] ?? '',
  };
}
