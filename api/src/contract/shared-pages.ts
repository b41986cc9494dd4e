import * as z from 'zod/mini';
import { endpoint, none } from './endpoint.ts';

/** A page that somebody else has connected and shares with the caller. */
export const SharedPage = z.object({
  id: z.number(),
  name: z.string(),
  category: z.nullable(z.string()),
  role: z.string(),
  owner: z.object({ name: z.string() }),
  /** The caller's entry among the people of the page: by this they leave. */
  memberId: z.number(),
});
export type SharedPage = z.infer<typeof SharedPage>;

export const listSharedPages = endpoint({
  method: 'GET',
  path: '/api/shared-pages',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'pages',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(SharedPage),
});
