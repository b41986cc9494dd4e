import * as z from 'zod/mini';
import { Instant, text } from './common.ts';
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

export const fetchOembed = endpoint({
  method: 'POST', path: '/api/oembed', access: 'user', resource: 'oembed', touches: [],
  params: none, query: none, body: z.strictObject({ url: text(2000) }), response: OembedResult,
});
