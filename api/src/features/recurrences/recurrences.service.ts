import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { RECURRENCES_MAX, type RecurrenceState } from '../../contract/recurrences.ts';
import { ConflictError, NotFoundError, RefusedError } from '../../http/errors.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';
import type { Owner } from '../../db/owner.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { MediaService } from '../media/media.service.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Author } from '../posts/author.ts';
import type { Posts } from '../posts/posts.feature.ts';
import { postsRepository } from '../posts/posts.repository.ts';
import { tellingOwner } from '../posts/telling-owner.ts';
import { dateIn } from './local-time.ts';
import { datesOf } from './rule.ts';
import { patternOf, type Recurrence, type RecurrenceFields } from './recurrence.ts';
import { recurrenceDatesRepository } from './recurrence-dates.repository.ts';
import { recurrencesRepository } from './recurrences.repository.ts';
import type { RecurrencePlanner } from './planner.service.ts';
import { checkedFields, zoneOf } from './recurrence-fields.ts';
import { endNews } from './rule-news.ts';
import { settingTexts, type TextInput } from './setting-texts.ts';

export interface RecurrenceInput extends RecurrenceFields {
  readonly texts: readonly TextInput[];
}

/** Without a zone it is that of the page, and without a first day it begins today. */
export interface NewRecurrence extends Omit<RecurrenceInput, 'timeZone' | 'startsOn'> {
  readonly timeZone: string | null;
  readonly startsOn: string | null;
}

/** A field that is left out stays as it is. */
export interface RecurrencePatch extends Partial<RecurrenceInput> {
  readonly state?: RecurrenceState;
}

interface Deps {
  readonly db: Knex;
  readonly idempotency: Idempotency;
  readonly media: MediaService;
  readonly pages: Pick<Pages, 'repository'>;
  readonly posts: Pick<Posts, 'repository' | 'read'>;
  readonly planner: RecurrencePlanner;
}

/**
 * What people do with what comes again. The rule's row is the lock of each step, which the making of posts takes too.
 */
export function recurrencesService(deps: Deps) {
  const common = commonSteps(deps);
  return { need: common.need, ...creating(deps, common), ...changing(deps, common) };
}

/** What each step needs. */
function commonSteps({ db, media, pages, posts, planner }: Deps) {
  const texts = settingTexts({ media, readPost: posts.read });

  async function needPage(owner: Owner, id: PageId): Promise<void> {
    if ((await pages.repository.find(owner, id)) === null) throw new NotFoundError(NOT_CONNECTED);
  }

  async function need(owner: Owner, id: number): Promise<Recurrence> {
    const found = await recurrencesRepository(db).find(owner, id);
    if (found === null) throw gone();
    return found;
  }

  /** Its posts are there when the answer comes, where nothing is asked of the AI for them. */
  async function planNow(owner: Owner, id: number): Promise<void> {
    const due = { id, userId: owner.userId, environment: owner.environment };
    if ((await need(owner, id)).isVaried) return;
    // It is made all the same, by the job.
    await planner.plan(due).catch((error: unknown) => planner.failed(due, error));
  }

  return { ...texts, needPage, need, planNow };
}
type CommonSteps = ReturnType<typeof commonSteps>;

function creating({ db, idempotency, posts }: Deps, { needPage, chosenTexts, setTexts, planNow }: CommonSteps) {
  return {
    /** @throws InvalidInputError for a rule without days; NotFoundError for a page or post that is not the caller's */
    async create(author: Author, input: NewRecurrence, idempotencyKey: IdempotencyKey | null): Promise<number> {
      const known = await idempotency.findRecurrence(author, idempotencyKey);
      if (known !== null) return known;
      await needPage(author, input.facebookPageId);
      const timeZone = zoneOf(input.timeZone ?? (await recurrencesRepository(db).zoneOf(input.facebookPageId)));
      const now = await posts.repository.now();
      const fields = checkedFields({ ...input, timeZone, startsOn: input.startsOn ?? dateIn(timeZone, now) }, now);
      const texts = await chosenTexts(author, input.texts, input);
      const id = await idempotency.repeatOnce(author, idempotencyKey, (given) =>
        given.transaction(async (trx) => {
          const rules = recurrencesRepository(trx);
          await rules.lockNew(author);
          if ((await rules.count(author)) >= RECURRENCES_MAX) throw new RefusedError(TOO_MANY);
          const made = await rules.create(author, fields);
          const textIds = await setTexts(trx, author, made, texts);
          await adopt(trx, author, { id: made, fields, texts: input.texts, textIds });
          return made;
        }),
      );
      await planNow(author, id);
      return id;
    },
  };
}

function changing({ db, posts }: Deps, { need, needPage, chosenTexts, setTexts, planNow }: CommonSteps) {
  return {
    /** @throws ConflictError for one that has ended, but for its start anew */
    async update(author: Author, id: number, { texts, state, ...fields }: RecurrencePatch): Promise<void> {
      const before = await need(author, id);
      if (fields.facebookPageId !== undefined) await needPage(author, fields.facebookPageId);
      else if (state === 'running' && !before.isPageThere) throw new ConflictError(NOT_CONNECTED);
      const wanted = { ...before, ...fields };
      const texted = texts === undefined ? null : await chosenTexts(author, texts, wanted);
      const now = await posts.repository.now();
      await db.transaction(async (trx) => {
        const rules = recurrencesRepository(trx);
        const locked = await rules.lock(author, id);
        if (locked === null) throw gone();
        if (locked.revision !== before.revision) throw new ConflictError(CHANGED);
        const isRunning = (state ?? locked.state) === 'running';
        // What goes on has its posts again at once.
        await takeAway(trx, author, id, { isTold: !isRunning });
        const changed = checkedFields(wanted, now, { before, mayBeOver: !isRunning });
        await rules.change(author, id, { ...changed, ...(state === undefined ? {} : { state }) });
        if (texted !== null) await setTexts(trx, author, id, texted);
        await endNews(trx, author, id);
      });
      await planNow(author, id);
    },

    async remove(author: Author, id: number): Promise<void> {
      await db.transaction(async (trx) => {
        const rules = recurrencesRepository(trx);
        if ((await rules.lock(author, id)) === null) throw gone();
        await takeAway(trx, author, id, { isTold: true });
        await rules.remove(author, id);
        await endNews(trx, author, id);
      });
    },
  };
}

/**
 * What waits as it was made goes, and its days may be made anew. What a person has changed stays, and so does what may
 * be out, which is looked for before it is sent again; where nothing is to go out any more, that leaves the schedule
 * too. Where the rule goes on, so does a post whose time by it is over: it has no other.
 */
async function takeAway(trx: Knex, author: Author, id: number, { isTold }: { isTold: boolean }): Promise<void> {
  const dates = recurrenceDatesRepository(trx);
  const waiting = await dates.untouched(author, id, isTold);
  const ids = waiting.map(({ postId }) => postId);
  const sent = waiting.flatMap(({ postId, mayBeOut }) => (mayBeOut ? [postId] : []));
  const removing = async (given: Knex): Promise<readonly PostId[]> => {
    if (isTold) await postsRepository(given).unscheduleSent(author, sent);
    return postsRepository(given).removeWaiting(author, ids);
  };
  const removed = new Set<PostId>(await (isTold ? tellingOwner(trx, author, ids, removing) : removing(trx)));
  await dates.forget(
    author,
    id,
    waiting.flatMap(({ postId, date }) => (removed.has(postId) ? [date] : [])),
  );
}

/** A planned post that this was begun with is the one of its day. */
async function adopt(
  trx: Knex,
  author: Author,
  made: {
    readonly id: number;
    readonly fields: RecurrenceFields;
    readonly texts: readonly TextInput[];
    readonly textIds: readonly number[];
  },
): Promise<void> {
  const pattern = patternOf(made.fields);
  const dates = recurrenceDatesRepository(trx);
  for (const [place, { postId }] of made.texts.entries()) {
    const post = postId === null ? null : await postsRepository(trx).find(author, postId);
    const at = post?.scheduledAt ?? null;
    if (post === null || at === null || post.status !== 'scheduled') continue;
    if (post.facebookPageId !== made.fields.facebookPageId) continue;
    const date = dateIn(pattern.timeZone, at);
    if (datesOf(pattern.rule, pattern.startsOn, date, date).length === 0) continue;
    const taken = await dates.take(author, made.id, [{ date, at, textId: made.textIds[place] ?? 0 }]);
    if (taken.has(date)) await dates.setPost(made.id, date, { postId: post.id, isOwn: true });
  }
}

const NOT_CONNECTED = "This Facebook page isn't connected. Reconnect it, or choose another page.";
const TOO_MANY =
  `You have ${RECURRENCES_MAX} repeating posts and sets, the most we can keep. ` + 'Delete one to add this one.';
const CHANGED = 'Somebody else has just changed this. Look at it again, then make your change.';
const gone = () => new NotFoundError('This repeating post no longer exists.');
