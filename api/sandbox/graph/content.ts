import type { GraphCall } from './graph-call.ts';
import { badParameter, GraphError } from './graph-error.ts';
import { repeatsLastPost } from '../posts.ts';

const MESSAGE_LIMIT = 63_206;
const MINUTE = 60_000;
const DAY = 86_400_000;

/** @throws GraphError 100 when the text is longer than Facebook takes */
export function checkMessage(message: string): void {
  if (Array.from(message).length <= MESSAGE_LIMIT) return;
  throw new GraphError({
    code: 100,
    message: `(#100) Param message must be at most ${MESSAGE_LIMIT} characters`,
    userTitle: 'Post too long',
    userMessage: `Posts can have up to ${MESSAGE_LIMIT} characters. Shorten the text and try again.`,
    data: { blame_field_specs: [['message']] },
  });
}

/** @throws GraphError 506 when the page's newest public post has the same text */
export function checkRepeat(call: GraphCall, pageId: string, message: string): void {
  if (!repeatsLastPost(call.world, pageId, message)) return;
  throw new GraphError({
    code: 506,
    message: '(#506) Duplicate status message',
    userTitle: 'Duplicate Status Update',
    userMessage:
      'This status update is identical to the last one you posted. ' +
      'Try posting something different, or delete your previous update.',
  });
}

/** @throws GraphError 1609008 or 1609005 for links that may not be, or cannot be, shared */
export function checkLink(link: string | undefined): void {
  if (link === undefined) return;
  if (!URL.canParse(link) || !/^https?:$/.test(new URL(link).protocol))
    throw badParameter('The url you supplied is invalid', 'link');
  const { hostname } = new URL(link);
  if (/(^|\.)(facebook\.com|fb\.watch)$/.test(hostname))
    throw new GraphError({ code: 1609008, message: '(#1609008) Links to facebook.com are not allowed' });
  if (hostname.endsWith('.invalid'))
    throw new GraphError({
      code: 1609005,
      message: '(#1609005) The URL could not be scraped',
      userTitle: 'Cannot reach the link',
      userMessage: 'The link could not be opened. Check it and try again.',
    });
}

/**
 * Reads `scheduled_publish_time`: unix seconds or a date text.
 * @param longestDays 30 for posts, 29 for reels
 * @returns milliseconds, or null when the parameter is absent
 * @throws GraphError 100 outside the window of ten minutes to `longestDays`
 */
export function readSchedule(call: GraphCall, longestDays: number): number | null {
  const text = call.params['scheduled_publish_time'];
  if (text === undefined) return null;
  const at = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(at))
    throw badParameter('Param scheduled_publish_time must be a valid time', 'scheduled_publish_time');
  if (at <= call.now + 10 * MINUTE || at > call.now + longestDays * DAY) {
    throw new GraphError({
      code: 100,
      message: '(#100) The specified scheduled publish time is invalid.',
      userTitle: 'Invalid scheduled time',
      userMessage: `The time must be more than 10 minutes and at most ${longestDays} days from now.`,
      data: { blame_field_specs: [['scheduled_publish_time']] },
    });
  }
  return at;
}
