import type { Knex } from 'knex';
import { BULK_UNDO_MINUTES } from '../../contract/bulk-changes.ts';
import type { PostId } from '../../contract/ids.ts';
import { databaseTime } from '../../db/clock.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import { inOwnersTurn } from '../slots/owners-turn.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';
import type { MediaService } from '../media/media.service.ts';
import type { Author } from '../posts/author.ts';
import { manyPostsRepository, type ManyPost } from '../posts/many-posts.repository.ts';
import { tellingOwner } from '../posts/telling-owner.ts';
import {
  bulkChangesRepository,
  type BulkChange,
  type ChangedPost,
  type Outcome,
  type Unchanged,
} from './bulk-changes.repository.ts';
import { unchangedOf } from './make-change.ts';
import { takenPlaces } from './old-places.ts';
import {
  BACK_UNAPPROVED,
  BACK_WITHOUT_PAGE,
  BACK_WITHOUT_TIME,
  backTooClose,
  FILES_GONE,
  OLD_TIME_PAST,
  stillTooClose,
  whyNotBack,
  type Reason,
} from './reasons.ts';

const MINUTE_MS = 60_000;

interface Deps {
  readonly db: Knex;
  readonly media: Pick<MediaService, 'filesThere' | 'giveBack'>;
}

export const undoUntil = ({ createdAt }: Pick<BulkChange, 'createdAt'>) =>
  new Date(createdAt.getTime() + BULK_UNDO_MINUTES * MINUTE_MS);

/** Takes back what was done to many posts, and says what could not be taken back. */
export function undoingBulkChanges({ db, media }: Deps) {
  return async function undo(author: Author, id: number): Promise<BulkChange> {
    const takeBack = async (trx: Knex): Promise<void> => {
      await takenTimesRepository(trx).lock(author);
      const change = await bulkChangesRepository(trx).lock(author, id);
      if (change === null) throw new NotFoundError('There is no such change to undo.');
      if (change.undone !== null) return;
      const now = await databaseTime(trx);
      if (now > undoUntil(change))
        throw new ConflictError(`A change can be undone for ${BULK_UNDO_MINUTES} minutes. This one is older.`);
      const kept = await bulkChangesRepository(trx).kept(id);
      const ids = kept.map((post) => post.id);
      const outcome = await tellingOwner(trx, author, ids, (given) =>
        change.kind === 'delete'
          ? bringBack({ trx: given, author, media }, change, { kept, now })
          : putBack(given, author, change, { kept, now }),
      );
      await bulkChangesRepository(trx).noteUndone(author, id, outcome);
    };
    await inOwnersTurn(db, author, () => db.transaction(takeBack));
    const undone = await bulkChangesRepository(db).find(author, id);
    if (undone === null) throw new NotFoundError('There is no such change to undo.');
    return undone;
  };
}

/** Posts that are where the change has put them go back to where they were, unless others are too close by now. */
async function putBack(
  trx: Knex,
  author: Author,
  { id, kind, createdAt }: BulkChange,
  { kept, now }: { kept: readonly ChangedPost[]; now: Date },
): Promise<Outcome> {
  const many = manyPostsRepository(trx);
  const isOver = ({ oldTime, newTime }: ChangedPost) =>
    oldTime !== null && oldTime <= now && oldTime.getTime() !== newTime?.getTime();
  const over = new Set(kept.filter(isOver).map((post) => post.id));
  const places = new Map(
    kept.flatMap((post) => (over.has(post.id) || post.place === null ? [] : [[post.id, post.place]])),
  );
  const locked = new Set(await many.lock(author, places, 'to-change'));
  const { taken, spacingMinutes } = await takenPlaces(
    trx,
    author,
    kept.filter((post) => locked.has(post.id)),
    { since: createdAt, now },
  );
  const going = [...locked].filter((one) => !taken.has(one));
  const { state, page } = bulkChangesRepository(trx).before(id);
  const back = new Set(
    kind === 'publish' ? await many.unaskForNow(author, going) : await many.putBack(author, going, state, page),
  );
  const there = await postsOf(trx, author, kept);
  const reasonOf = (post: ChangedPost, found: ManyPost | undefined) => {
    if (taken.has(post.id)) return stillTooClose(spacingMinutes);
    return over.has(post.id) && found?.place === post.place ? OLD_TIME_PAST : whyNotBack(found);
  };
  return {
    postIds: [...back],
    unchanged: kept.flatMap((post) => {
      const found = there.get(post.id);
      return back.has(post.id) ? [] : [unchangedOf(found ?? post.id, reasonOf(post, found))];
    }),
  };
}

/**
 * Deleted posts come back, but for those whose files are gone: as drafts where nobody's approval stands behind them any
 * more, or another post is too close by now.
 */
async function bringBack(
  { trx, author, media }: { trx: Knex; author: Author; media: Deps['media'] },
  { id, createdAt }: BulkChange,
  { kept, now }: { kept: readonly ChangedPost[]; now: Date },
): Promise<Outcome> {
  const files = await media.filesThere(
    trx,
    author,
    kept.flatMap((post) => post.files.map((file) => file.id)),
  );
  const isWhole = (post: ChangedPost) => post.files.every((file) => files.has(file.id));
  const whole = kept.filter(isWhole);
  const unapproved = await bulkChangesRepository(trx).noLongerApproved(id);
  const { taken, spacingMinutes } = await takenPlaces(
    trx,
    author,
    whole.filter((post) => !unapproved.has(post.id)),
    { since: createdAt, now },
  );
  await bulkChangesRepository(trx).bringBack(
    id,
    whole.map((post) => post.id),
    [...unapproved, ...taken],
  );
  await media.giveBack(
    trx,
    author,
    whole.flatMap((post) => post.files.map((file) => ({ ...file, postId: post.id }))),
  );
  const there = await postsOf(trx, author, whole);
  const whyDraft = ({ id: one }: ManyPost) => (taken.has(one) ? backTooClose(spacingMinutes) : BACK_UNAPPROVED);
  const altered = whole.flatMap((post) => alteredOf(post, there.get(post.id), whyDraft));
  return {
    postIds: whole.map((post) => post.id).filter((one) => !altered.some(({ postId }) => postId === one)),
    unchanged: [...altered, ...kept.filter((post) => !isWhole(post)).map((post) => unchangedOf(post.id, FILES_GONE))],
  };
}

/** What came back otherwise than it was. */
function alteredOf(kept: ChangedPost, post: ManyPost | undefined, whyDraft: (post: ManyPost) => Reason): Unchanged[] {
  if (post === undefined || post.status === kept.oldStatus) return [];
  if (post.status === 'draft') return [unchangedOf(post, whyDraft(post))];
  return [unchangedOf(post, post.status === 'failed' ? BACK_WITHOUT_PAGE : BACK_WITHOUT_TIME)];
}

async function postsOf(
  trx: Knex,
  author: Author,
  kept: readonly { id: PostId }[],
): Promise<ReadonlyMap<PostId, ManyPost>> {
  const found = await manyPostsRepository(trx).byId(
    author,
    kept.map(({ id }) => id),
  );
  return new Map(found.map((post) => [post.id, post]));
}
