import { FACEBOOK_TEXT_LIMIT } from '@pagecast/api/contract';
import { linksIn } from '@pagecast/shell/kit';

/**
 * Something to know of a post before it goes out. `bad`: Facebook will refuse it; `warn`: it may, or followers lose.
 */
export interface Finding {
  readonly tone: 'bad' | 'warn';
  readonly text: string;
  readonly postId?: number;
  /** That post is somebody else's. */
  readonly isOfOther?: boolean;
  /** Another text would not have it. */
  readonly isOfText?: boolean;
}

/** Addresses of Facebook's own pages. */
const FACEBOOK = /^(?:[\w-]+\.)*(?:facebook\.com|fb\.com|fb\.watch|fb\.me)$/i;
/** Addresses that exist only inside somebody's own network. */
const PRIVATE =
  /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[|[^.]+$|.*\.(?:local|localhost|internal|lan|test|invalid)$)/i;
/** Meant as a link, but not written as one. */
const BROKEN =
  /(?<![\p{L}\p{N}])(?:https?(?:\/\/|:\/(?!\/)|;\/\/)|htt?p?s?;\/\/|htp:\/\/|hhttps?:\/\/|https?:\/\/\s|www,)\S*/giu;

/** A mention of a page by its id, as the Graph API once took it; a name may stand behind it. */
const MENTION = /@\[\d{5,20}(?::[^\]\n]{0,100})?\]/g;

/** How many characters Facebook would count; an emoji may be several. */
export const charactersAtFacebook = (text: string): number => Array.from(text).length;

/** What can be told from the text alone. */
export function checkText(text: string): Finding[] {
  const findings: Finding[] = [];
  const length = text.length > FACEBOOK_TEXT_LIMIT ? charactersAtFacebook(text) : 0;
  if (length > FACEBOOK_TEXT_LIMIT) findings.push({ tone: 'bad', text: tooLong(length) });
  const hosts = linksIn(text).map((link) => hostOf(link));
  const found = new Set<string>();
  for (const host of hosts) {
    const finding = host === null ? null : findingOf(host);
    if (finding === null || found.has(finding)) continue;
    found.add(finding);
    findings.push({ tone: 'warn', text: finding });
  }
  for (const [broken] of new Set(Array.from(text.matchAll(BROKEN), ([found]) => [found.trim()]))) {
    findings.push({ tone: 'warn', text: `“${broken}” won't be a link. Start the address with https://.` });
  }
  const mentions = new Set(Array.from(text.matchAll(MENTION), ([found]) => found));
  if (mentions.size > 0) findings.push({ tone: 'warn', text: dropsMentions([...mentions]) });
  return findings;
}

function dropsMentions(mentions: readonly string[]): string {
  const [first = ''] = mentions;
  return (
    `Facebook leaves out ${mentions.length === 1 ? `“${first}”` : `“${first}” and other mentions like it`} ` +
    "without saying so. Write the page's name instead."
  );
}

/** Why a text cannot go out; null when it can. */
export function tooLongForFacebook(text: string): string | null {
  if (text.length <= FACEBOOK_TEXT_LIMIT) return null;
  const length = charactersAtFacebook(text);
  return length > FACEBOOK_TEXT_LIMIT ? tooLong(length) : null;
}

function tooLong(length: number): string {
  const [limit, now, over] = [FACEBOOK_TEXT_LIMIT, length, length - FACEBOOK_TEXT_LIMIT].map((count) =>
    count.toLocaleString('en'),
  );
  return `Facebook allows up to ${limit} characters, and this post has ${now}. Shorten it by ${over}.`;
}

function findingOf(host: string): string | null {
  if (FACEBOOK.test(host))
    return (
      `Facebook may refuse a post that links to ${host}. ` +
      'Share that page on Facebook instead, or leave the link out.'
    );
  if (PRIVATE.test(host)) return `Followers can't open ${host}. This address only exists in your own network.`;
  return null;
}

function hostOf(link: string): string | null {
  const address = /^https?:/i.test(link) ? link : `https://${link}`;
  return URL.canParse(address) ? new URL(address).hostname : null;
}
