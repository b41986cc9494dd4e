import { createHash } from 'node:crypto';

/** Said of a link for whoever counts visits: the same page is meant with or without. */
const TRACKING =
  /^(utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|igsh|mc_cid|mc_eid|_hs\w+|vero_id|oly_\w+|ref_src|si)$/i;
const LINK = /\bhttps?:\/\/[^\s<>"'”’)\]}]+/giu;
const LAST_MARKS = /[.,;:!?…]+$/u;
/** What nobody sees, or what only says how the sign before it is drawn. */
const UNSEEN = /[\p{Cf}\p{Cc}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]/gu;
const SPACES = /\s+/gu;
const TYPED: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′`´]/gu, "'"],
  [/[“”„‟″«»]/gu, '"'],
  [/[‐‑‒–—―−]/gu, '-'],
  [/…/gu, '...'],
];
const MOST_LINKS = 20;

/**
 * A text by what it says: the same for whoever writes it again with other spaces, signs that nobody sees, letter case,
 * quotes that a keyboard sets, or a link that somebody counts.
 */
export function normalised(text: string): string {
  return seen(text).replace(SPACES, '');
}

/** Its links, each as one that leads to the same. */
export function linksIn(text: string): string[] {
  const found = text.match(LINK) ?? [];
  return [...new Set(found.slice(0, MOST_LINKS).map((link) => plainLink(link.replace(LAST_MARKS, ''))))];
}

function seen(text: string): string {
  const linked = text.replace(LINK, (link) => {
    const end = LAST_MARKS.exec(link)?.[0] ?? '';
    return plainLink(end === '' ? link : link.slice(0, -end.length)) + end;
  });
  const typed = TYPED.reduce((so, [signs, sign]) => so.replace(signs, sign), linked.normalize('NFKC'));
  // Lower case can come apart into signs that go together again.
  return typed
    .replace(/[^\S ]/gu, ' ')
    .replace(UNSEEN, '')
    .toLowerCase()
    .normalize('NFKC');
}

/** Where a link leads, without what is said to those who count. */
function plainLink(link: string): string {
  const url = URL.parse(link);
  if (url === null) return link;
  for (const name of new Set(url.searchParams.keys())) if (TRACKING.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  const rest = `${url.pathname.replace(/\/+$/, '')}${url.search}${url.hash}`;
  return `link:${url.host.replace(/^www\./, '')}${rest}`;
}

/** What a post of a page shows, whenever that is. */
export interface Intent {
  readonly facebookPageId: number;
  readonly content: string;
  /** Hashes of its files, in order. */
  readonly media: readonly string[];
  readonly placement: 'feed' | 'story';
}

/** Stands for an intent: of one person, the same post. */
export function intentHash({ facebookPageId, content, media, placement }: Intent): string {
  return sha256(JSON.stringify([facebookPageId, placement, normalised(content), media]));
}

/** By what it shows a text in other words is known again: its files and its links. */
export function marksOf({ content, media }: Pick<Intent, 'content' | 'media'>): string[] {
  return [...new Set([...media.map((hash) => `file:${hash}`), ...linksIn(content)])];
}

/** All that somebody approves. */
export interface Approved {
  readonly content: string;
  readonly facebookPageId: number;
  readonly mediaType: string;
  readonly placement: string;
  readonly scheduledAt: string | null;
  readonly media: readonly { readonly sha256: string; readonly altText: string | null }[];
}

/** Stands for exactly that. */
export function contentHash({ content, facebookPageId, mediaType, placement, scheduledAt, media }: Approved): string {
  const files = media.map((file) => [file.sha256, file.altText]);
  return sha256(JSON.stringify([1, content, facebookPageId, mediaType, placement, scheduledAt, files]));
}

/** How long somebody who asks for the same, without a time for one of the two, means the same post. */
const SAME_FOR_MS = 7 * 24 * 3_600_000;
/** So far apart two times are one that was chosen anew. */
const SAME_TIME_MS = 24 * 3_600_000;

interface When {
  readonly scheduledAt: Date | null;
  readonly isOpen: boolean;
  /** When it was made, or what became of it. */
  readonly at: Date;
}

/** Whether somebody who asks for the same content now means this one, and not another one like it on another day. */
export function isSameTime(known: When, asked: { readonly scheduledAt: Date | null; readonly now: Date }): boolean {
  if (known.scheduledAt !== null && asked.scheduledAt !== null)
    return Math.abs(known.scheduledAt.getTime() - asked.scheduledAt.getTime()) <= SAME_TIME_MS;
  return known.isOpen || asked.now.getTime() - known.at.getTime() <= SAME_FOR_MS;
}

/**
 * Within which times something that is planned may be what is asked for with one of these; null where each may be,
 * since one of them is not known.
 */
export function sameTimesOf(asked: readonly (Date | null)[]): { readonly from: Date; readonly to: Date } | null {
  const times = asked.flatMap((at) => at?.getTime() ?? []);
  if (times.length === 0 || times.length < asked.length) return null;
  const [first, last] = times.reduce(([least, most], at) => [Math.min(least, at), Math.max(most, at)], [Infinity, 0]);
  return { from: new Date(first - SAME_TIME_MS), to: new Date(last + SAME_TIME_MS) };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
