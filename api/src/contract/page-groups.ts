import * as z from 'zod/mini';
import { byId, Done, list, text } from './common.ts';
import { COMPOSITION_MAX_PAGES } from './compositions.ts';
import { endpoint, none } from './endpoint.ts';
import { PageId } from './ids.ts';

export const PAGE_GROUPS_MAX = 100;
export const PAGE_GROUP_NAME_LENGTH = 80;

/** Pages that somebody chooses together. A page that is removed leaves its groups. */
export const PageGroup = z.object({ id: z.number(), name: z.string(), pageIds: z.array(z.number()) });
export type PageGroup = z.infer<typeof PageGroup>;

const GroupName = text(PAGE_GROUP_NAME_LENGTH);
/** As many as one composition takes. */
const PageIds = list(PageId, COMPOSITION_MAX_PAGES);

/** By name. */
export const listPageGroups = endpoint({
  method: 'GET',
  path: '/api/page-groups',
  access: 'user',
  scope: 'read',
  resource: 'pages',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(PageGroup),
});

/** Answers 409 for a name that another group has, in any letter case. */
export const createPageGroup = endpoint({
  method: 'POST',
  path: '/api/page-groups',
  access: 'user',
  resource: 'pages',
  touches: ['pages'],
  params: none,
  query: none,
  body: z.strictObject({ name: GroupName, pageIds: PageIds }),
  response: PageGroup,
  success: 201,
});

/** A field left out stays as it is. */
export const updatePageGroup = endpoint({
  method: 'PATCH',
  path: '/api/page-groups/:id',
  access: 'user',
  resource: 'pages',
  touches: ['pages'],
  params: byId,
  query: none,
  body: z.strictObject({ name: z.optional(GroupName), pageIds: z.optional(PageIds) }),
  response: PageGroup,
});

/** Its pages stay. */
export const deletePageGroup = endpoint({
  method: 'DELETE',
  path: '/api/page-groups/:id',
  access: 'user',
  resource: 'pages',
  touches: ['pages'],
  params: byId,
  query: none,
  body: none,
  response: Done,
});
