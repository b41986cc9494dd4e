import { setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import { REPETITION_DAYS } from '../../contract/composing.ts';
import type { Owner } from '../../db/owner.ts';
import type { RecurrenceProblem } from '../../problems/recurrence-problem.ts';
import type { MediaService } from '../media/media.service.ts';
import type { MediaFile } from '../media/media.repository.ts';
import { postsRepository } from '../posts/posts.repository.ts';
import { firstKnown } from './date-plan.ts';
import { nextOccurrences, type Occurrence } from './next-times.ts';
import { patternOf, type Recurrence, type RepeatedText } from './recurrence.ts';
import { recurrenceDatesRepository, type PlannedDate } from './recurrence-dates.repository.ts';
import { recurrencesRepository } from './recurrences.repository.ts';
import { repeatedTextsRepository } from './repeated-texts.repository.ts';

const SHOWN_NEXT = 5;
const EXCERPT_LENGTH = 160;
const DAY_MS = 86_400_000;

/** A rule with what comes of it. */
export interface ReadRecurrence extends Recurrence {
  readonly textCount: number;
  readonly excerpt: string;
  readonly next: readonly { readonly at: Date; readonly postId: number | null }[];
  readonly postIds: readonly number[];
  readonly notes: readonly RecurrenceProblem[];
  readonly isOver: boolean;
}

export interface ReadText extends RepeatedText {
  readonly files: readonly MediaFile[];
  readonly usedAt: Date | null;
}

/** Rules as people see them. */
export function readingRecurrences({ db, media }: { db: Knex; media: Pick<MediaService, 'ofText'> }) {
  const rules = recurrencesRepository(db);
  const texts = repeatedTextsRepository(db);

  async function withPosts(owner: Owner, recurrences: readonly Recurrence[]): Promise<ReadRecurrence[]> {
    const now = await postsRepository(db).now();
    const summaries = await texts.summaries(owner, EXCERPT_LENGTH);
    const dates = Map.groupBy(
      await recurrenceDatesRepository(db).ofOwner(owner, firstKnown(now, 0)),
      ({ recurrenceId }) => recurrenceId,
    );
    const all: ReadRecurrence[] = [];
    for (const recurrence of recurrences) {
      const { count = 0, excerpt = '' } = summaries.get(recurrence.id) ?? {};
      const coming = toCome(recurrence, dates.get(recurrence.id) ?? [], now);
      all.push({ ...recurrence, textCount: count, excerpt, ...coming });
      // Some rules take milliseconds: other calls are answered between them.
      await setImmediate();
    }
    return all;
  }

  return {
    list: async (owner: Owner) => withPosts(owner, await rules.list(owner)),

    async read(owner: Owner, recurrence: Recurrence): Promise<ReadRecurrence & { readonly texts: ReadText[] }> {
      const [[read], now] = [await withPosts(owner, [recurrence]), await postsRepository(db).now()];
      const known = await recurrenceDatesRepository(db).since(owner, recurrence.id, firstKnown(now, 365));
      const withFiles: ReadText[] = [];
      for (const text of await texts.ofRecurrence(owner, recurrence.id)) {
        const used = known.filter(({ textId, isMade }) => isMade && textId === text.id).map(({ at }) => at);
        const files = text.mediaType === 'text' ? [] : await media.ofText(owner, text.id);
        withFiles.push({ ...text, files, usedAt: used.find((at) => at > now) ?? used.at(-1) ?? null });
      }
      return { ...(read as ReadRecurrence), texts: withFiles };
    },
  };
}

/** What comes next, made or not, and what is to be said of it. */
function toCome(
  recurrence: Recurrence,
  dates: readonly PlannedDate[],
  now: Date,
): Pick<ReadRecurrence, 'next' | 'postIds' | 'notes' | 'isOver'> {
  const made = new Map(dates.filter(({ isMade }) => isMade).map((date) => [date.date, date]));
  const waiting = dates.filter(({ isWaiting }) => isWaiting);
  const isAsked = recurrence.state === 'running' && waiting.length < SHOWN_NEXT;
  const days = isAsked ? nextOccurrences(patternOf(recurrence), now, SHOWN_NEXT + made.size) : [];
  const unmade = days.filter(({ date }) => !made.has(date)).map(({ at }) => ({ at, postId: null }));
  const next = [...waiting.map(({ at, postId }) => ({ at, postId })), ...unmade]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, SHOWN_NEXT);
  const moved = waiting.filter(({ isMoved }) => isMoved).length;
  return {
    next,
    postIds: waiting.flatMap(({ postId }) => postId ?? []),
    notes: [
      ...(recurrence.problem === null ? [] : [recurrence.problem]),
      ...(moved === 0 ? [] : [{ code: 'moved', params: { count: moved } } as const]),
    ],
    isOver: recurrence.state === 'running' && next.length === 0,
  };
}

/** What is to be known of a rule before it is followed. */
export function notesFor(
  days: readonly Occurrence[],
  { cooldownDays, textCount, isVaried }: { cooldownDays: number | null; textCount: number; isVaried: boolean },
): RecurrenceProblem[] {
  const times = days.map(({ at }) => at.getTime());
  const gaps = times.slice(1).map((time, place) => time - (times[place] ?? time));
  if (cooldownDays === null) {
    const closest = Math.ceil(Math.min(Infinity, ...gaps) / DAY_MS);
    return isVaried || closest > REPETITION_DAYS ? [] : [{ code: 'repeats_soon', params: { days: closest } }];
  }
  const needed = Math.max(
    ...times.map((from) => times.filter((time) => time >= from && time - from < (cooldownDays - 0.5) * DAY_MS).length),
  );
  return needed > textCount ? [{ code: 'few_texts', params: { needed, cooldownDays } }] : [];
}
