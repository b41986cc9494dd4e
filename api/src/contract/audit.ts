import * as z from 'zod/mini';
import { ENVIRONMENTS, Instant, PageLimit, PageNumber, SearchText, text } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** Somebody, as they were called at that moment. */
const Actor = z.object({ facebookId: z.string(), name: z.string() });

/** One change by an administrator, or one action of theirs while impersonating somebody. Never holds a secret. */
export const AuditEntry = z.object({
  id: z.number(),
  at: Instant,
  actor: Actor,
  /** Whom they impersonated; null for the administrator's own actions. */
  inPlaceOf: z.nullable(Actor),
  /** The token by which a program did it in their name; absent or null: they did it themselves. */
  token: z.optional(z.nullable(z.string())),
  /** What was done, such as `access.role-changed` or `posts.created`. */
  action: z.string(),
  /** What it was done to, in words. */
  subject: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  environment: z.enum(ENVIRONMENTS),
  ipAddress: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AUDIT_PAGE_SIZE = 10;

/** What of the log is asked for; also what the export takes. */
export const AuditFilter = z.strictObject({
  search: z.optional(SearchText),
  /** The Facebook ID of whoever did it, or was impersonated. */
  person: z.optional(text(64)),
  /** The part of an action before its first dot, such as `access`. */
  kind: z.optional(text(64)),
});
/** GET, for administrators: the same entries as a CSV file, all of them, the newest first. */
export const AUDIT_EXPORT_PATH = '/api/admin/audit-log.csv';

/**
 * GET, for administrators: all entries as lines of JSON, the oldest first, each with a hash over it and the one before.
 */
export const AUDIT_CHAIN_PATH = '/api/admin/audit-log.jsonl';

/** What the log can be filtered by: everybody who did something or was impersonated, and every kind. */
export const AuditChoices = z.object({ people: z.array(Actor), kinds: z.array(z.string()) });
export type AuditChoices = z.infer<typeof AuditChoices>;

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  access: 'admin',
  resource: 'audit',
  touches: [],
  isHeavy: true,
  params: none,
  query: z.strictObject({ page: z.optional(PageNumber), limit: z.optional(PageLimit), ...AuditFilter.shape }),
  body: none,
  response: z.object({
    entries: z.array(AuditEntry),
    choices: z.optional(AuditChoices),
    pagination: z.object({
      currentPage: z.number(),
      totalPages: z.number(),
      totalCount: z.number(),
      /** There are more than are counted; the export has them all. */
      isTotalCut: z.optional(z.boolean()),
    }),
  }),
});
