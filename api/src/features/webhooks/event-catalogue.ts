import * as z from 'zod';
import {
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  WebhookBody,
  type WebhookEventType,
} from '../../contract/webhook-events.ts';

const PAGE = { id: 7, name: 'Kopi Corner' };
const POST = { id: 42, excerpt: 'Fresh kaya toast until noon.', publishPlatform: null };
const RECONNECT = {
  code: 'reconnect',
  action: 'reconnect',
  message: 'Pagecast can no longer post to Kopi Corner. Reconnect it to continue. Your scheduled posts are kept.',
};
const MISSED = { code: 'missed', action: 'publish_now', message: "This post wasn't published in time." };

const EXAMPLES: { readonly [Type in WebhookEventType]: z.input<(typeof WEBHOOK_EVENTS)[Type]['data']> } = {
  'post.published': { page: PAGE, post: POST, publishedAt: '2026-11-23T09:00:00.000Z', permalinkUrl: null },
  'post.failed': { page: PAGE, post: POST, problem: RECONNECT },
  'post.missed': { page: PAGE, post: POST, problem: MISSED },
  'post.in_doubt': { page: PAGE, post: POST, problem: null },
  'page.needs_reconnect': { page: PAGE, problem: RECONNECT },
  'page.problem': { page: PAGE, problem: null },
  'page.warning': { page: PAGE, problem: null },
  'automation.stopped': { page: PAGE, problem: null },
  'automation.waits_for_review': { page: PAGE },
  'proposal.waits': { page: PAGE },
  'feed.unreadable': {
    page: PAGE,
    problem: null,
    feed: { id: 3, title: 'Klang News', host: 'news.example.com' },
  },
  'release.taken_back': { area: 'History', version: '1.2.0-0a1b2c3d', problem: null },
};

export interface CatalogueEntry {
  readonly type: WebhookEventType;
  readonly title: string;
  readonly schema: Record<string, unknown>;
  readonly example: Record<string, unknown>;
}

/** The whole body of an event of this type. */
export function bodySchema(type: WebhookEventType) {
  return z.object({ ...WebhookBody.shape, type: z.literal(type), data: WEBHOOK_EVENTS[type].data });
}

/** Every event with the shape of its body, as the contract has it. */
export const CATALOGUE: readonly CatalogueEntry[] = WEBHOOK_EVENT_TYPES.map((type) => ({
  type,
  title: WEBHOOK_EVENTS[type].title,
  schema: z.toJSONSchema(bodySchema(type), { target: 'draft-2020-12', unrepresentable: 'any', io: 'output' }),
  example: exampleOf(type, EXAMPLES[type]),
}));

function exampleOf(type: WebhookEventType, data: object): Record<string, unknown> {
  return {
    id: '6f1c2a9e-0d5b-4d0e-9f5e-2f4f1f0f7a11',
    type,
    timestamp: '2026-11-23T09:00:00.000Z',
    sequence: 12,
    environment: 'production',
    summary: WEBHOOK_EVENTS[type].title,
    link: 'https://pages.example.com/scheduled',
    data,
  };
}
