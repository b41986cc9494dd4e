import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { databaseTime } from '../../db/clock.ts';
import { ForbiddenError } from '../../http/errors.ts';
import { leaveDraftsToPeople, needDeletable } from '../../http/token-input.ts';
import { periodOf } from '../compositions/free-times.ts';
import type { ConnectedPage } from '../pages/pages.repository.ts';
import type { Author } from '../posts/author.ts';
import { manyPostsRepository, type ManyPost } from '../posts/many-posts.repository.ts';
import { isEditable } from '../posts/post-states.ts';
import { tellingOwner } from '../posts/telling-owner.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';
import { bulkChangesRepository, type Unchanged } from './bulk-changes.repository.ts';
import { thoseTooClose, type Wanted } from './keep-apart.ts';
import { planChange, type Change, type Placed, type Plan } from './plan-change.ts';
import { CHANGED, GONE, tooClose, type Reason } from './reasons.ts';
import { selectPosts, type Selection } from './select-posts.ts';
import { slotTimes } from './slot-times.ts';

/** What is to be done with posts, as it was asked for. */
export type Asked =
  | Extract<Change, { kind: 'move' | 'publish' | 'delete' }>
  | { readonly kind: 'page'; readonly page: ConnectedPage }
  /** From then on; null: from now on. */
  | { readonly kind: 'slots'; readonly from: Date | null };

export interface BulkRequest {
  readonly selection: Selection;
  readonly change: Asked;
  readonly mayBeTooClose: boolean;
  /** Where the days of the caller begin. */
  readonly timeZone: string;
}

/**
 * Does all that can be done, in one transaction, and writes down why the rest stays. Nothing is locked until it is
 * known what changes, and nobody who holds a post is waited for.
 * @returns the id of the change
 */
export async function makeChange(trx: Knex, author: Author, request: BulkRequest): Promise<number> {
  // Others of the same person who look for free places wait; the loop never does.
  await takenTimesRepository(trx).lock(author);
  const { posts, gone } = await selectPosts(trx, author, request.selection);
  leaveToPeople(author, request.change, posts);
  await leaveApproved(trx, author, request.change, posts);
  const change = await changeOf(trx, author, request.change, posts);
  const now = await databaseTime(trx);
  const plan = await keptApart(trx, author, posts, {
    plan: planChange(posts, change, { now, timeZone: request.timeZone }),
    mayBeTooClose: request.mayBeTooClose && change.kind !== 'publish',
  });
  const ids = posts.map((post) => post.id);
  const { id, done } = await tellingOwner(trx, author, ids, (given) =>
    carryOut(given, author, change, { posts, plan }),
  );
  const left = posts.filter((post) => !done.has(post.id));
  await bulkChangesRepository(trx).finish(author, id, {
    postIds: ids.filter((one) => done.has(one)),
    unchanged: [
      ...left.map((post) => unchangedOf(post, plan.stay.get(post.id) ?? CHANGED)),
      ...gone.map((postId) => unchangedOf(postId, GONE)),
    ],
  });
  return id;
}

/** What gets a time goes out, and so does what is published: a draft moved by its kept time is planned again, too. */
const BRINGS_OUT: ReadonlySet<Asked['kind']> = new Set<Asked['kind']>(['move', 'slots', 'publish']);

/** @throws ForbiddenError for a program, of what it may not do with each of them alone */
function leaveToPeople(author: Author, { kind }: Asked, posts: readonly ManyPost[]): void {
  if (!('token' in author)) return;
  const statuses = posts.map(({ status }) => status);
  if (BRINGS_OUT.has(kind)) leaveDraftsToPeople(author, statuses);
  // What is out or on its way stays, whoever asks.
  if (kind === 'delete') needDeletable(author, statuses.filter(isEditable));
}

/** @throws ForbiddenError for a program that would change where, when or whether what a person approved goes out */
async function leaveApproved(trx: Knex, author: Author, { kind }: Asked, posts: readonly ManyPost[]): Promise<void> {
  if (!('token' in author) || author.token === null) return;
  const approved = await manyPostsRepository(trx).countApproved(
    author,
    posts.map(({ id }) => id),
  );
  if (approved > 0)
    throw new ForbiddenError(
      `Nothing was done. A person approved ${approved} of these posts, each for its page and minute. ` +
        (kind === 'delete' ? TAKE_BACK : CHANGE_ONE_BY_ONE),
    );
}

const CHANGE_ONE_BY_ONE = 'Change them one by one with PATCH /api/proposals/:id: they need approval again then.';
const TAKE_BACK =
  'Only the token that proposed one takes it back, with POST /api/proposals/:id/withdraw, and the person is told.';

async function changeOf(trx: Knex, author: Author, asked: Asked, posts: readonly ManyPost[]): Promise<Change> {
  if (asked.kind === 'slots') return { kind: 'slots', times: await slotTimes(trx, author, posts, asked.from) };
  if (asked.kind !== 'page') return asked;
  const ids = posts.flatMap(({ compositionId }) => compositionId ?? []);
  return { ...asked, takenCompositions: await manyPostsRepository(trx).compositionsOn(author, asked.page.id, ids) };
}

/** Locks what is to change, keeps it as it is, and changes it. */
async function carryOut(
  trx: Knex,
  author: Author,
  change: Change,
  { posts, plan }: { posts: readonly ManyPost[]; plan: Plan },
): Promise<{ id: number; done: ReadonlySet<PostId> }> {
  const isDeletion = change.kind === 'delete';
  const placed = new Set(plan.placed.map(({ id }) => id));
  const places = posts.flatMap(({ id, place }) => (placed.has(id) ? [[id, place] as const] : []));
  const locked = new Set(
    await manyPostsRepository(trx).lock(author, new Map(places), isDeletion ? 'to-delete' : 'to-change'),
  );
  const changes = bulkChangesRepository(trx);
  const id = await changes.begin(author, change.kind);
  await changes.keep(id, [...locked], isDeletion ? 'whole' : 'place');
  const done = await changeLocked(
    trx,
    author,
    change,
    plan.placed.filter((one) => locked.has(one.id)),
  );
  if (!isDeletion) await changes.noteAfter(id);
  return { id, done: new Set(done) };
}

/** A plan in which no two posts of a page are too close, where that is asked for. */
async function keptApart(
  trx: Knex,
  author: Author,
  selected: readonly ManyPost[],
  { plan, mayBeTooClose }: { plan: Plan; mayBeTooClose: boolean },
): Promise<Plan> {
  const wanted = plan.placed.filter((one): one is Wanted & Placed => one.facebookPageId !== null && one.at !== null);
  if (mayBeTooClose || wanted.length === 0) return plan;
  const { taken, spacingMinutes } = await takenTimesRepository(trx).taken(
    author,
    [...new Set(wanted.map(({ facebookPageId }) => facebookPageId))],
    {
      ...periodOf(wanted.map(({ at }) => at)),
      exceptPostIds: wanted.map(({ id }) => id),
    },
  );
  const refused = thoseTooClose(wanted, taken, spacingMinutes);
  const pages = new Map(selected.map(({ id, pageName }) => [id, pageName]));
  return {
    placed: plan.placed.filter(({ id }) => !refused.has(id)),
    stay: new Map([
      ...plan.stay,
      ...[...refused].map((id) => [id, tooClose(pages.get(id) ?? null, spacingMinutes)] as const),
    ]),
  };
}

/** @returns those that were changed */
function changeLocked(
  trx: Knex,
  author: Author,
  change: Change,
  placed: readonly Placed[],
): Promise<readonly PostId[]> {
  const many = manyPostsRepository(trx);
  const ids = placed.map(({ id }) => id);
  switch (change.kind) {
    case 'move':
    case 'slots':
      return many.schedule(author, new Map(placed.flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const]))));
    case 'page':
      return many.changePage(author, ids, change.page.id);
    case 'publish':
      return many.askForNow(author, ids, change.delaySeconds);
    case 'delete':
      return many.remove(author, ids);
  }
}

export function unchangedOf(post: ManyPost | PostId, { reason, message }: Reason): Unchanged {
  if (typeof post !== 'object')
    return { postId: post, excerpt: null, pageName: null, status: null, scheduledAt: null, reason, message };
  const { id, excerpt, pageName, status, scheduledAt } = post;
  return { postId: id, excerpt, pageName, status, scheduledAt: scheduledAt?.toISOString() ?? null, reason, message };
}
