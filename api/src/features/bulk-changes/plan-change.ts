import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import type { PageId, PostId } from '../../contract/ids.ts';
import { networkFacts } from '../../contract/networks.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import type { ConnectedPage } from '../pages/pages.repository.ts';
import type { ManyPost } from '../posts/many-posts.repository.ts';
import type { Spot } from './keep-apart.ts';
import {
  NO_PAGE,
  noSlot,
  NO_TIME,
  onOtherNetwork,
  PAST,
  SAME_COMPOSITION,
  SAME_PAGE,
  whyNot,
  whyNotNow,
  type Reason,
} from './reasons.ts';

/** What is to be done with each post. */
export type Change =
  | { readonly kind: 'move'; readonly days: number }
  | { readonly kind: 'slots'; readonly times: ReadonlyMap<PostId, Date> }
  | { readonly kind: 'page'; readonly page: ConnectedPage; readonly takenCompositions: ReadonlySet<number> }
  | { readonly kind: 'publish'; readonly delaySeconds: number }
  | { readonly kind: 'delete' };

/** A post with which it is done, unless it comes too close to another one. */
export interface Placed {
  readonly id: PostId;
  readonly facebookPageId: PageId | null;
  /** When it is to go out; null: it takes no place on a page. */
  readonly at: Date | null;
  /** Where it stays if it cannot; null when it keeps nobody away there. */
  readonly from: Spot | null;
}

/** What becomes of posts, and why some stay as they are. */
export interface Plan {
  readonly placed: readonly Placed[];
  readonly stay: ReadonlyMap<PostId, Reason>;
}

/**
 * What becomes of each post for itself; how close they come to others is looked at next.
 * @param timeZone where the caller's days begin
 */
export function planChange(
  posts: readonly ManyPost[],
  change: Change,
  { now, timeZone }: { now: Date; timeZone: string },
): Plan {
  const placed: Placed[] = [];
  const stay = new Map<PostId, Reason>();
  const compositions = new Set(change.kind === 'page' ? change.takenCompositions : []);
  for (const post of posts) {
    const outcome = whyNot(post) ?? outcomeOf(post, change, { now, timeZone, compositions });
    if ('reason' in outcome) stay.set(post.id, outcome);
    else placed.push({ ...outcome, id: post.id, from: spotOf(post) });
  }
  return { placed, stay };
}

type Outcome = Pick<Placed, 'facebookPageId' | 'at'>;

function outcomeOf(
  post: ManyPost,
  change: Change,
  { now, timeZone, compositions }: { now: Date; timeZone: string; compositions: Set<number> },
): Outcome | Reason {
  const { facebookPageId, scheduledAt } = post;
  switch (change.kind) {
    case 'delete':
      return { facebookPageId, at: null };
    case 'move': {
      if (scheduledAt === null) return NO_TIME;
      const at = daysLater(scheduledAt, change.days, timeZone);
      return at <= now ? PAST : { facebookPageId, at };
    }
    case 'slots': {
      if (facebookPageId === null) return networkFacts(post.target).hasPages ? NO_PAGE : onOtherNetwork(post);
      const at = change.times.get(post.id);
      return at === undefined ? noSlot(post.pageName) : { facebookPageId, at };
    }
    case 'publish':
      return whyNotNow(post, now) ?? { facebookPageId, at: now };
    case 'page':
      return onPage(post, change.page, { now, compositions });
  }
}

/** At the same time of day, whatever the clocks of the zone do in between. */
export function daysLater(at: Date, days: number, timeZone: string): Date {
  return new Date(addDays(new TZDate(at, timeZone), days).getTime());
}

function onPage(
  post: ManyPost,
  page: ConnectedPage,
  { now, compositions }: { now: Date; compositions: Set<number> },
): Outcome | Reason {
  if (!networkFacts(post.target).hasPages) return onOtherNetwork(post);
  if (post.facebookPageId === page.id) return SAME_PAGE;
  if (page.problem !== null) return { reason: 'page-lost', message: presentProblem(page.problem, { now }).message };
  if (post.compositionId !== null) {
    if (compositions.has(post.compositionId)) return SAME_COMPOSITION;
    compositions.add(post.compositionId);
  }
  return { facebookPageId: page.id, at: post.status === 'scheduled' ? post.scheduledAt : null };
}

/** What did not go out keeps nobody away from its time. */
function spotOf({ status, scheduledAt, facebookPageId }: ManyPost): Spot | null {
  if (status !== 'scheduled' || scheduledAt === null || facebookPageId === null) return null;
  return { facebookPageId, at: scheduledAt };
}
