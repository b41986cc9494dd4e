import { addDays } from 'date-fns/addDays';
import type { Knex } from 'knex';
import type { TooClose } from '../../contract/compositions.ts';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError } from '../../http/errors.ts';
import type { ConnectedPage } from '../pages/pages.repository.ts';
import type { CompositionInput, PlannedPost } from './composition-plan.ts';
import { needSlots } from '../slots/need-slots.ts';
import { nextFree, tooCloseTo } from '../slots/spacing.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';
import { BEST_TIME_DAYS, bestTime, type BestTimes } from './best-time.ts';

type Names = ReadonlyMap<PageId, Pick<ConnectedPage, 'name'>>;

/** Times of other posts, by page and in order, and the minutes between two. */
interface Taken {
  readonly taken: ReadonlyMap<PageId, readonly Date[]>;
  readonly spacingMinutes: number;
}

/** A post and when it is to go out. */
interface TimedPost {
  readonly facebookPageId: PageId;
  readonly scheduledAt: Date;
}

/**
 * A plan with the times that were left to us, in a transaction that makes its posts: what others compose of the same
 * pages meanwhile waits for its end.
 * @throws ConflictError for posts too close to others of their pages, where that is not allowed
 */
export async function freeTimes(
  trx: Knex,
  owner: Owner,
  given: {
    readonly plan: readonly PlannedPost[];
    readonly own: Names;
    readonly input: CompositionInput;
    readonly now: Date;
    readonly bestTimes: ReadonlyMap<PageId, BestTimes>;
  },
): Promise<PlannedPost[]> {
  const { plan, own, input, now, bestTimes } = given;
  if (input.status === 'draft') return [...plan];
  await takenTimesRepository(trx).lock(owner);
  const pageIds = plan.map(({ facebookPageId }) => facebookPageId);
  const earliest = new Date(Math.max(input.scheduledAt?.getTime() ?? wholeMinuteAfter(now), now.getTime()));
  const slots = await slotsOf(trx, owner, plan, input);
  const placed = plan.map((post) => ({
    ...post,
    scheduledAt: post.scheduledAt ?? slots.get(post.facebookPageId) ?? null,
  }));
  const timed = placed.flatMap(({ scheduledAt }) => scheduledAt ?? []);
  const { spacingMinutes, taken } = await takenTimesRepository(trx).taken(owner, pageIds, {
    ...periodOf(input.atBestTime ? [...timed, earliest, addDays(earliest, BEST_TIME_DAYS)] : timed),
  });
  const ofPage = (id: PageId) => taken.get(id) ?? [];
  const found = placed.map((post) => ({
    ...post,
    scheduledAt:
      post.scheduledAt ??
      bestTime(earliest, {
        bestTimes: bestTimes.get(post.facebookPageId) ?? null,
        taken: ofPage(post.facebookPageId),
        spacingMinutes,
      }),
  }));
  const result = keepingDistance(found, own, { taken, spacingMinutes, tooClose: input.tooClose });
  return result.map((post, place) => ({
    ...post,
    publishNow: post.publishNow && post.scheduledAt.getTime() === found[place]?.scheduledAt.getTime(),
  }));
}

/**
 * Posts at times that the caller accepts.
 * @throws ConflictError for those too close to others of their pages, where they are to be refused
 */
export function keepingDistance<P extends TimedPost>(
  posts: readonly P[],
  own: Names,
  { tooClose, ...others }: Taken & { tooClose: TooClose },
): readonly P[] {
  if (tooClose === 'allow') return posts;
  const placed = inTurn(posts, { ...others, moves: tooClose === 'nextFree' });
  if (tooClose === 'refuse') refuseTooClose(placed, own, others.spacingMinutes);
  return placed.map(({ post, at }) => ({ ...post, scheduledAt: at }));
}

interface Placed<P> {
  readonly post: P;
  /** When its page is free, from its time on. */
  readonly freeAt: Date;
  readonly at: Date;
  /** The times of its page that others had by its turn. */
  readonly others: readonly Date[];
}

/** One after the other: two may be of the same page, since a post can be given another page. */
function inTurn<P extends TimedPost>(
  posts: readonly P[],
  { taken, spacingMinutes, moves }: Taken & { moves: boolean },
): Placed<P>[] {
  const soFar = new Map(taken);
  return posts.map((post) => {
    const others = soFar.get(post.facebookPageId) ?? [];
    const freeAt = nextFree(post.scheduledAt, others, spacingMinutes);
    const at = moves ? freeAt : post.scheduledAt;
    soFar.set(
      post.facebookPageId,
      [...others, at].toSorted((one, other) => one.getTime() - other.getTime()),
    );
    return { post, freeAt, at, others };
  });
}

/** @throws RefusedError that names the pages without a free one */
async function slotsOf(
  trx: Knex,
  owner: Owner,
  plan: readonly PlannedPost[],
  { nextSlot }: CompositionInput,
): Promise<ReadonlyMap<PageId, Date>> {
  if (nextSlot === null) return new Map();
  const pageIds = plan.filter(({ scheduledAt }) => scheduledAt === null).map(({ facebookPageId }) => facebookPageId);
  const booked = await needSlots(
    trx,
    owner,
    pageIds.map((pageId) => ({ pageId, ...nextSlot })),
  );
  return new Map(pageIds.map((pageId, place) => [pageId, booked[place]!]));
}

/** @throws ConflictError that names the pages, and says when each of them is free */
function refuseTooClose(placed: readonly Placed<TimedPost>[], own: Names, spacingMinutes: number): void {
  const tooClose = placed.flatMap(({ post: { facebookPageId, scheduledAt }, freeAt, others }) => {
    const other = tooCloseTo(scheduledAt, others, spacingMinutes);
    if (other === null) return [];
    return [
      {
        facebookPageId,
        pageName: own.get(facebookPageId)?.name ?? '',
        scheduledAt: scheduledAt.toISOString(),
        otherAt: other.toISOString(),
        freeAt: freeAt.toISOString(),
      },
    ];
  });
  if (tooClose.length === 0) return;
  const names = tooClose.map(({ pageName }) => pageName);
  const have = names.length === 1 ? 'has' : 'have';
  throw new ConflictError(
    `${named(names)} ${have} another post less than ${spacingMinutes} minutes from this one. ` +
      'Nothing was changed. Choose another time, or keep it anyway.',
    { tooClose },
  );
}

const NAMED = 3;
function named(names: readonly string[]): string {
  const rest = names.length - NAMED;
  if (rest > 0) return `${names.slice(0, NAMED).join(', ')} and ${rest} more`;
  return names.length === 1 ? String(names[0]) : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

export function periodOf(times: readonly Date[]): { from: Date; to: Date } {
  const all = times.map((at) => at.getTime());
  return { from: new Date(Math.min(...all)), to: new Date(Math.max(...all)) };
}

const MINUTE_MS = 60_000;
const wholeMinuteAfter = (now: Date) => Math.ceil((now.getTime() + MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
