import * as z from 'zod/mini';
import { ENVIRONMENTS, Instant } from './common.ts';
import { Problem } from './pages.ts';

/** A page, as whoever is told of it knows it. */
const Page = z.object({ id: z.number(), name: z.string() });
const OfPage = z.object({ page: z.nullable(Page) });

/**
 * A post, by the first words of its text; without any, and without a platform, where it was deleted since. The page is
 * null at a network without pages.
 */
const OfPost = z.extend(OfPage, {
  post: z.object({ id: z.number(), excerpt: z.nullable(z.string()), publishPlatform: z.nullable(z.string()) }),
});
const WithProblem = { problem: z.nullable(z.pick(Problem, { code: true, message: true, action: true })) };

/** `page` is null where it is about the login of the person, and with it about all of their pages. */
const OfTrouble = z.extend(OfPage, WithProblem);
/** `page` is null where it is about all pages that automation writes for. */
const OfAutomation = OfTrouble;
const OfUnpublished = z.extend(OfPost, WithProblem);

/** Everything that a webhook can be told, and what `data` says of it. Fields and events are only ever added. */
export const WEBHOOK_EVENTS = {
  'post.published': {
    title: 'A post was published',
    forAdmins: false,
    data: z.extend(OfPost, { publishedAt: Instant, permalinkUrl: z.nullable(z.string()) }),
  },
  'post.failed': { title: 'A post failed', forAdmins: false, data: OfUnpublished },
  'post.missed': { title: 'A post was missed', forAdmins: false, data: OfUnpublished },
  'post.in_doubt': { title: 'A post may already be published', forAdmins: false, data: OfUnpublished },
  'page.needs_reconnect': { title: 'A page needs to be reconnected', forAdmins: false, data: OfTrouble },
  'page.problem': { title: 'Another problem with a page', forAdmins: false, data: OfTrouble },
  'page.warning': { title: 'Posts on a page will fail', forAdmins: false, data: OfTrouble },
  'automation.stopped': { title: 'Automation stopped', forAdmins: false, data: OfAutomation },
  'automation.waits_for_review': { title: 'A draft needs your approval', forAdmins: false, data: OfPage },
  'proposal.waits': { title: 'A proposed post needs your approval', forAdmins: false, data: OfPage },
  'feed.unreadable': {
    title: "A feed can't be read",
    forAdmins: false,
    data: z.extend(OfTrouble, { feed: z.object({ id: z.number(), title: z.string(), host: z.string() }) }),
  },
  'release.taken_back': {
    title: 'A release was withdrawn',
    forAdmins: true,
    data: z.object({ area: z.string(), version: z.nullable(z.string()), problem: WithProblem.problem }),
  },
} as const satisfies Record<string, { title: string; forAdmins: boolean; data: z.ZodMiniType }>;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventType, ...WebhookEventType[]];

/** What a person sends to try a webhook. */
export const WEBHOOK_TEST = 'webhook.test';

/** What comes as the body of a webhook of the format `standard`. */
export const WebhookBody = z.object({
  /** Of what happened; the same in every try, and in the header `webhook-id`. */
  id: z.string(),
  type: z.string(),
  /** When it happened. */
  timestamp: Instant,
  /** Counts up by one for each event of this webhook. */
  sequence: z.number(),
  environment: z.enum(ENVIRONMENTS),
  /** In a sentence or two. */
  summary: z.string(),
  /** Where it is dealt with. */
  link: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type WebhookBody = z.infer<typeof WebhookBody>;
