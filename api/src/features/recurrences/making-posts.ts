import type { Knex } from 'knex';
import { FACEBOOK } from '../../contract/networks.ts';
import { MADE_AHEAD_DAYS, VARIED_AHEAD_DAYS } from '../../contract/recurrences.ts';
import type { RecurrenceProblem } from '../../problems/recurrence-problem.ts';
import { nextFree } from '../slots/spacing.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';
import type { MediaService } from '../media/media.service.ts';
import { postsRepository } from '../posts/posts.repository.ts';
import { firstKnown, planDates, textFor, type DatePlan, type Use } from './date-plan.ts';
import { dueRecurrencesRepository } from './due-recurrences.repository.ts';
import type { LocalDate } from './local-time.ts';
import type { Occurrence } from './next-times.ts';
import { patternOf, type Recurrence, type RepeatedText } from './recurrence.ts';
import { recurrenceDatesRepository } from './recurrence-dates.repository.ts';
import { stopRulesOfPage, tellOfLeftOut } from './rule-news.ts';
import { repeatedTextsRepository } from './repeated-texts.repository.ts';

/** What the AI made of a text for one day. */
export interface Variation {
  readonly textId: number;
  readonly content: string;
  readonly aiCallId: number;
}
/** By day. */
export type Variations = ReadonlyMap<LocalDate, Variation>;

/** A day, its text, and what its post says. */
export interface PlannedPost extends Occurrence {
  readonly text: RepeatedText;
}

/** What is to be done for a rule, without anything done. */
export interface RecurrencePlan extends DatePlan {
  readonly posts: readonly PlannedPost[];
  /** Days for which no text was free. */
  readonly withoutText: readonly Occurrence[];
}

/** What was found out for a plan before its transaction, where nothing may be waited for. */
export interface Prepared {
  readonly variations: Variations;
  /** When the page has nearly the same as a text, by its id. */
  readonly repeated: ReadonlyMap<number, readonly Date[]>;
}
export const NOTHING_PREPARED: Prepared = { variations: new Map(), repeated: new Map() };

interface Making extends Prepared {
  readonly now: Date;
  readonly media: Pick<MediaService, 'copyOfText'>;
}

/** Which days of a rule are to have their posts now, and with which texts. */
export async function planOf(
  db: Knex,
  recurrence: Recurrence,
  { now, repeated }: Pick<Making, 'now' | 'repeated'>,
): Promise<RecurrencePlan> {
  const { id, cooldownDays, isVaried } = recurrence;
  const known = await recurrenceDatesRepository(db).since(recurrence, id, firstKnown(now, cooldownDays ?? 0));
  const aheadDays = isVaried ? VARIED_AHEAD_DAYS : MADE_AHEAD_DAYS;
  const plan = planDates(now, { pattern: patternOf(recurrence), activeFrom: recurrence.activeFrom, aheadDays }, known);
  if (plan.make.length === 0) return { ...plan, posts: [], withoutText: [] };
  const texts = await repeatedTextsRepository(db).ofRecurrence(recurrence, id);
  const uses: Use[] = known.flatMap(({ textId, at, isMade }) => (isMade && textId !== null ? [{ textId, at }] : []));
  const posts: PlannedPost[] = [];
  const withoutText: Occurrence[] = [];
  for (const day of plan.make) {
    const text = cooldownDays === null ? (texts[0] ?? null) : textFor(day.at, { texts, uses, cooldownDays }, repeated);
    if (text === null) withoutText.push(day);
    else {
      uses.push({ textId: text.id, at: day.at });
      posts.push({ ...day, text });
    }
  }
  return { ...plan, posts, withoutText };
}

/**
 * Makes the posts of a rule whose days have come into reach, in the transaction that has locked it. Whatever becomes of
 * this process, a day has one post or none.
 * @returns how many it made
 */
export async function makePosts(trx: Knex, recurrence: Recurrence, making: Making): Promise<number> {
  const due = dueRecurrencesRepository(trx);
  if (!recurrence.isPageThere) {
    await stopRulesOfPage(trx, recurrence, recurrence.facebookPageId);
    return 0;
  }
  const plan = await planOf(trx, recurrence, making);
  const dates = recurrenceDatesRepository(trx);
  await dates.leaveOut(recurrence, recurrence.id, plan.leaveOut);
  await tellOfLeftOut(trx, recurrence, plan.leaveOut);
  const toMake = plan.posts.filter((post) => isReady(recurrence, post, making));
  const taken = await dates.take(
    recurrence,
    recurrence.id,
    toMake.map(({ date, at, text }) => ({ date, at, textId: text.id })),
  );
  await insertPosts(
    trx,
    recurrence,
    toMake.filter(({ date }) => taken.has(date)),
    making,
  );
  const isSoonAgain = toMake.length < plan.posts.length;
  await due.planned(recurrence.id, { problem: problemOf(recurrence, plan, isSoonAgain), isSoonAgain });
  return taken.size;
}

/** Until a day before its time a text waits for the AI. */
const WAIT_FOR_AI_MS = 86_400_000;
function isReady({ isVaried }: Recurrence, { date, at, text }: PlannedPost, { now, variations }: Making): boolean {
  return !isVaried || variations.get(date)?.textId === text.id || at.getTime() - now.getTime() < WAIT_FOR_AI_MS;
}

async function insertPosts(
  trx: Knex,
  recurrence: Recurrence,
  planned: readonly PlannedPost[],
  { variations, media }: Making,
): Promise<void> {
  const times = await freeTimesFor(trx, recurrence, planned);
  const posts = postsRepository(trx);
  const dates = recurrenceDatesRepository(trx);
  for (const [place, { date, at, text }] of planned.entries()) {
    const variation = variations.get(date);
    const isVaried = variation?.textId === text.id;
    const id = await posts.create(recurrence, {
      target: FACEBOOK,
      facebookPageId: recurrence.facebookPageId,
      article: null,
      mediaType: text.mediaType,
      content: isVaried ? variation.content : text.content,
      contentType: recurrence.contentType,
      tone: recurrence.tone,
      keywords: recurrence.keywords,
      isAiGenerated: isVaried,
      aiCallId: isVaried ? variation.aiCallId : null,
      status: 'scheduled',
      scheduledAt: times[place] ?? at,
      publishNow: false,
    });
    if (text.mediaType !== 'text') await media.copyOfText(trx, recurrence, text.id, id);
    await dates.setPost(recurrence.id, date, { postId: id, isOwn: false });
  }
}

/** Their times, or later where the page has another post too close. */
async function freeTimesFor(trx: Knex, recurrence: Recurrence, planned: readonly PlannedPost[]): Promise<Date[]> {
  const [first, last] = [planned[0], planned.at(-1)];
  if (first === undefined || last === undefined) return [];
  // What others plan for the same pages meanwhile waits for the end of this.
  const times = takenTimesRepository(trx);
  await times.lock(recurrence);
  const { facebookPageId } = recurrence;
  const period = { from: first.at, to: last.at };
  const { taken, spacingMinutes } = await times.taken(recurrence, [facebookPageId], period);
  return planned.map(({ at }) => nextFree(at, taken.get(facebookPageId) ?? [], spacingMinutes));
}

function problemOf(recurrence: Recurrence, plan: RecurrencePlan, isWaitingForAi: boolean): RecurrenceProblem | null {
  const [leftOut, withoutText] = [plan.leaveOut[0], plan.withoutText[0]];
  if (leftOut !== undefined) {
    const count = plan.leaveOut.length;
    return {
      code: 'left_out',
      params: { count, first: leftOut.date, last: plan.leaveOut.at(-1)?.date ?? leftOut.date },
    };
  }
  if (withoutText !== undefined)
    return { code: 'texts_rest', params: { cooldownDays: recurrence.cooldownDays ?? 0, from: withoutText.date } };
  if (isWaitingForAi) return { code: 'not_varied', params: {} };
  // What was left out stays said until something is changed.
  return recurrence.problem?.code === LEFT_OUT ? recurrence.problem : null;
}
const LEFT_OUT = 'left_out';
