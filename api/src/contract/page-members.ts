import * as z from 'zod/mini';
import { Done, Instant, limited, RowId } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { byPage } from './ids.ts';
import { SharedPage } from './shared-pages.ts';

/** People of a page and open invitations to it, together. */
export const PAGE_PEOPLE_MAX = 20;
/** How long somebody may take to accept an invitation. */
export const PAGE_INVITATION_DAYS = 7;

/**
 * What somebody is to whom a page is shared. An editor proposes posts, an approver decides about them; its owner, who
 * connected it, does all that and everything else.
 */
export const MEMBER_ROLES = ['editor', 'approver'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export const PageMember = z.object({
  id: z.number(),
  name: z.string(),
  /** `editor` or `approver`; readers pass over what they do not know. */
  role: z.string(),
  /** It is the caller. */
  isMe: z.boolean(),
  joinedAt: Instant,
});
export type PageMember = z.infer<typeof PageMember>;

/** A link that nobody has used yet. The code in it is told once. */
export const PageInvitation = z.object({
  id: z.number(),
  role: z.string(),
  expiresAt: Instant,
});
export type PageInvitation = z.infer<typeof PageInvitation>;

/** Who works with a page. */
export const PagePeople = z.object({
  facebookPageId: z.number(),
  pageName: z.string(),
  /** What the caller is there: also `owner`. */
  role: z.string(),
  owner: z.object({ name: z.string() }),
  /** Others who have connected the same page at Facebook: they see its queue, and own what they plan. */
  alsoConnectedBy: z.array(z.object({ name: z.string() })),
  members: z.array(PageMember),
  /** For the owner; empty for everybody else. */
  invitations: z.array(PageInvitation),
});
export type PagePeople = z.infer<typeof PagePeople>;

export const listPageMembers = endpoint({
  method: 'GET',
  path: '/api/pages/:id/members',
  access: 'user',
  resource: 'pages',
  touches: [],
  params: byPage,
  query: none,
  body: none,
  response: PagePeople,
});

/** Makes a link by which one person, who can log in here, comes to this page in this role. For its owner. */
export const invitePageMember = endpoint({
  method: 'POST',
  path: '/api/pages/:id/members',
  access: 'user',
  resource: 'pages',
  touches: ['pages', 'audit'],
  params: byPage,
  query: none,
  body: z.strictObject({ role: z.enum(MEMBER_ROLES) }),
  response: z.object({
    ...PageInvitation.shape,
    /** Told this once. */
    code: z.string(),
    /** The same as an address. */
    link: z.string(),
  }),
  success: 201,
});

const byMember = z.strictObject({ ...byPage.shape, memberId: RowId });

export const updatePageMember = endpoint({
  method: 'PATCH',
  path: '/api/pages/:id/members/:memberId',
  access: 'user',
  resource: 'pages',
  touches: ['pages', 'audit'],
  params: byMember,
  query: none,
  body: z.strictObject({ role: z.enum(MEMBER_ROLES) }),
  response: PageMember,
});

/** Whoever owns the page removes anybody; everybody else leaves. */
export const removePageMember = endpoint({
  method: 'DELETE',
  path: '/api/pages/:id/members/:memberId',
  access: 'user',
  resource: 'pages',
  touches: ['pages', 'posts', 'automation', 'audit'],
  params: byMember,
  query: none,
  body: none,
  response: Done,
});

export const deletePageInvitation = endpoint({
  method: 'DELETE',
  path: '/api/pages/:id/invitations/:invitationId',
  access: 'user',
  resource: 'pages',
  touches: ['pages', 'audit'],
  params: z.strictObject({ ...byPage.shape, invitationId: RowId }),
  query: none,
  body: none,
  response: Done,
});

/** Uses up a link, for whoever is logged in. */
export const acceptPageInvitation = endpoint({
  method: 'POST',
  path: '/api/page-invitations/redeem',
  access: 'user',
  resource: 'pages',
  touches: ['pages', 'posts', 'automation', 'audit'],
  params: none,
  query: none,
  body: z.strictObject({ code: limited(100, z.minLength(1)) }),
  response: SharedPage,
});

/** Stands before the code in the part of a link that browsers keep to themselves. */
export const PAGE_INVITATION_HASH = '#join=';
