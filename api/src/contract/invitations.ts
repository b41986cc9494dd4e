import * as z from 'zod/mini';
import { byId, Count, Done, FacebookId, Instant, Name, Note, text } from './common.ts';
import { endpoint, none } from './endpoint.ts';

export const InvitationCode = z.object({
  id: z.number(),
  code: z.string(),
  description: z.nullable(z.string()),
  /** null: any number of times. */
  maxUses: z.nullable(z.number()),
  currentUses: z.number(),
  expiresAt: z.nullable(Instant),
  isActive: z.boolean(),
  createdAt: Instant,
});
export type InvitationCode = z.infer<typeof InvitationCode>;

/** Of codes made by hand: shorter ones are guessed. */
export const MIN_CODE_LENGTH = 8;

export const listInvitationCodes = endpoint({
  method: 'GET',
  path: '/api/admin/invitation-codes',
  access: 'admin',
  resource: 'invitations',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(InvitationCode),
});

export const createInvitationCode = endpoint({
  method: 'POST',
  path: '/api/admin/invitation-codes',
  access: 'admin',
  resource: 'invitations',
  touches: ['audit', 'invitations'],
  params: none,
  query: none,
  body: z.strictObject({
    code: text(500).check(z.minLength(MIN_CODE_LENGTH, `Must have at least ${MIN_CODE_LENGTH} characters`)),
    description: z.optional(z.nullable(Note)),
    maxUses: z.optional(z.nullable(Count.check(z.positive()))),
    expiresAt: z.optional(z.nullable(Instant)),
  }),
  response: InvitationCode,
  success: 201,
});

export const deleteInvitationCode = endpoint({
  method: 'DELETE',
  path: '/api/admin/invitation-codes/:id',
  access: 'admin',
  resource: 'invitations',
  touches: ['audit', 'invitations'],
  params: byId,
  query: none,
  body: none,
  response: Done,
});

export const validateInvitation = endpoint({
  method: 'POST',
  path: '/api/validate-invitation',
  access: 'public',
  resource: 'invitations',
  touches: [],
  params: none,
  query: none,
  body: z.strictObject({ code: text(500) }),
  response: z.object({ valid: z.boolean() }),
});

export const redeemInvitationCode = endpoint({
  method: 'POST',
  path: '/api/use-invitation-code',
  access: 'public',
  resource: 'invitations',
  touches: ['audit', 'invitations', 'access'],
  params: none,
  query: none,
  // Whom it is for is what the login at Facebook in this browser has shown; the screen may tell whom it means.
  body: z.strictObject({ code: text(500), facebookId: z.optional(FacebookId), name: z.optional(Name) }),
  response: Done,
});

/**
 * Session storage: the account that waits for an invitation, and the mark that a code was used. Source: spec sections 2
 * and 4.
 */
export const PENDING_FACEBOOK_ID = 'pendingFacebookId';
export const PENDING_NAME = 'pendingName';
export const INVITATION_CODE_USED = 'invitationCodeUsed';
