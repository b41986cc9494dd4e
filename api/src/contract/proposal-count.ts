import * as z from 'zod/mini';
import { endpoint, none } from './endpoint.ts';

/** How many wait for the caller: on their own pages, and on those whose posts they approve. */
export const countProposals = endpoint({
  method: 'GET',
  path: '/api/proposals/count',
  access: 'user',
  resource: 'automation',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.object({ waiting: z.number() }),
});
