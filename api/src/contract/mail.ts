import * as z from 'zod/mini';
import { Count, Done, Instant, limited, list, text } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { PageId } from './ids.ts';

/** As long as SMTP carries. */
export const MAIL_ADDRESS_LENGTH = 254;
export const MOST_MUTED_PAGES = 500;
const LAST_MINUTE = 24 * 60 - 1;
const MinuteOfDay = z.int().check(z.nonnegative(), z.lte(LAST_MINUTE));

/** How the caller is told by mail. Of which things: `notifications/choices`. */
export const MailSettings = z.object({
  /** Without a mail server nobody gets mails. */
  isSetUp: z.boolean(),
  isOn: z.boolean(),
  /** Where mails go; null when no address is known. */
  address: z.nullable(z.string()),
  /** Facebook gave it; else its person typed and confirmed it. */
  isFromFacebook: z.boolean(),
  /** Waits for its confirmation. */
  pendingAddress: z.nullable(z.string()),
  /** A mail server refused the address for good: nothing goes there until it is confirmed again. */
  bounce: z.nullable(z.object({ at: Instant, reason: z.string() })),
  /** Minutes of the day in `timeZone`; from evening to morning where `to` comes first. */
  quietHours: z.nullable(z.object({ from: z.number(), to: z.number() })),
  timeZone: z.string(),
  mutedPageIds: z.array(z.number()),
});
export type MailSettings = z.infer<typeof MailSettings>;

export const readMailSettings = endpoint({
  method: 'GET',
  path: '/api/settings/mail',
  access: 'user',
  resource: 'settings',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: MailSettings,
});

export const updateMailSettings = endpoint({
  method: 'PATCH',
  path: '/api/settings/mail',
  access: 'user',
  resource: 'settings',
  touches: ['settings'],
  params: none,
  query: none,
  body: z.strictObject({
    isOn: z.optional(z.boolean()),
    quietHours: z.optional(z.nullable(z.strictObject({ from: MinuteOfDay, to: MinuteOfDay }))),
    mutedPageIds: z.optional(list(PageId, MOST_MUTED_PAGES)),
  }),
  response: MailSettings,
});

/** Sends a link to the address. Until it is pressed, mails go where they went. */
export const changeMailAddress = endpoint({
  method: 'POST',
  path: '/api/settings/mail/address',
  access: 'user',
  resource: 'settings',
  touches: ['settings'],
  params: none,
  query: none,
  body: z.strictObject({ address: text(MAIL_ADDRESS_LENGTH) }),
  response: MailSettings,
});

/** Back to the address that Facebook gave, or to none. */
export const removeMailAddress = endpoint({
  method: 'DELETE',
  path: '/api/settings/mail/address',
  access: 'user',
  resource: 'settings',
  touches: ['settings'],
  params: none,
  query: none,
  body: none,
  response: MailSettings,
});

/** By which mail server mails go out. */
export const MailServer = z.object({
  /** `lost`: it was sealed with a key that is gone, and has to be set up again. */
  source: z.enum(['panel', 'server', 'none', 'lost']),
  /** Without its password; null where there is none. */
  url: z.nullable(z.string()),
  sender: z.nullable(z.string()),
  waiting: Count,
  /** Of the last 30 days, with those that the server never said it had, however often they were sent. */
  failed: Count,
});
export type MailServer = z.infer<typeof MailServer>;

export const readMailServer = endpoint({
  method: 'GET',
  path: '/api/admin/mail-server',
  access: 'admin',
  resource: 'configuration',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: MailServer,
});

/** Keeps it only after a test mail to `testTo` went through it. */
export const updateMailServer = endpoint({
  method: 'POST',
  path: '/api/admin/mail-server',
  access: 'admin',
  resource: 'configuration',
  touches: ['audit', 'configuration', 'settings'],
  params: none,
  query: none,
  body: z.strictObject({ url: text(1000), sender: text(300), testTo: text(MAIL_ADDRESS_LENGTH) }),
  response: MailServer,
});

/** Back to the mail server of the server's settings, or to none. */
export const removeMailServer = endpoint({
  method: 'DELETE',
  path: '/api/admin/mail-server',
  access: 'admin',
  resource: 'configuration',
  touches: ['audit', 'configuration', 'settings'],
  params: none,
  query: none,
  body: none,
  response: MailServer,
});

/** No answer of its server may tell more: a mail came back, as somebody who reads that mailbox found. */
export const noteBounce = endpoint({
  method: 'POST',
  path: '/api/admin/mail-bounces',
  access: 'admin',
  resource: 'configuration',
  touches: ['audit', 'settings'],
  params: none,
  query: none,
  body: z.strictObject({ address: text(MAIL_ADDRESS_LENGTH), reason: z.optional(limited(300)) }),
  response: z.extend(Done, { people: Count }),
});
