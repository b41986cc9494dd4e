import * as z from 'zod/mini';
import { Instant, WebAddress } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** Facebook gives only some of these; a missing one is null. */
export const OembedResult = z.object({
  platform: z.enum(['facebook', 'instagram']),
  type: z.nullable(z.string()),
  provider_name: z.nullable(z.string()),
  version: z.nullable(z.string()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  title: z.nullable(z.string()),
  author_name: z.nullable(z.string()),
  originalUrl: z.string(),
  html: z.nullable(z.string()),
  fetchedAt: Instant,
});
export type OembedResult = z.infer<typeof OembedResult>;

/** Addresses to try. Everybody may see them, and the simulated Facebook knows them. */
export const OEMBED_EXAMPLES = [
  'https://www.facebook.com/kedaikopiseripagi/posts/122090000001002',
  'https://www.facebook.com/bukitbintangcycleworks/videos/1180293846551207/',
  'https://www.instagram.com/p/CxQ3m2vLk8a/',
] as const;

/**
 * Where a page stands that shows the HTML of an embed and can do nothing else. Not a call of the contract: it answers
 * HTML.
 */
export const EMBED_FRAME_PATH = '/api/oembed/frame';

/** What that page is told, and what it tells: the HTML to show, and how tall it has become. */
export interface EmbedToShow {
  readonly html: string;
}
export interface EmbedShown {
  readonly height: number;
}

/** Source: spec section 5. */
export const OEMBED_URL_REQUIRED = 'Please enter a Facebook or Instagram URL';

export const fetchOembed = endpoint({
  method: 'POST',
  path: '/api/oembed',
  access: 'user',
  resource: 'oembed',
  touches: [],
  params: none,
  query: none,
  /** A missing address is asked for in the words of the screen. */
  body: z.strictObject({ url: z.optional(z.nullable(WebAddress)) }),
  response: OembedResult,
});
