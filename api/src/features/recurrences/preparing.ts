import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { AppError } from '../../http/errors.ts';
import type { Generation } from '../generation/generation.feature.ts';
import { postChecksRepository, type PostChecksRepository } from '../posts/post-checks.repository.ts';
import { flawOf } from '../automation/text-quality.ts';
import { NOTHING_PREPARED, planOf, type PlannedPost, type Prepared, type Variation } from './making-posts.ts';
import type { Recurrence } from './recurrence.ts';
import { repeatedTextsRepository } from './repeated-texts.repository.ts';

/** Texts whose likeness to the page's posts is looked for in one go: more are used in a month by hardly any set. */
const COMPARED_AT_ONCE = 40;
/** Texts that the AI words anew for one rule in one go, and how often each is tried. */
const WORDED_AT_ONCE = 4;
const TRIES = 2;
const WITHIN_MS = 60_000;

interface Deps {
  readonly db: Knex;
  readonly log: Logger;
  readonly reword: Generation['reword'];
}

/** What a set of texts is to know before its posts are made: what the page has had, and new words of the AI. */
export function preparing({ db, log, reword }: Deps) {
  const checks = postChecksRepository(db);

  async function repeatedOf(recurrence: Recurrence): Promise<Prepared['repeated']> {
    const texts = await repeatedTextsRepository(db).ofRecurrence(recurrence, recurrence.id);
    const repeated = new Map<number, readonly Date[]>();
    for (const { id, content } of texts.slice(0, COMPARED_AT_ONCE))
      repeated.set(id, await timesOfSame(checks, recurrence, content));
    return repeated;
  }

  async function vary(recurrence: Recurrence, { text, date }: PlannedPost): Promise<Variation | null> {
    const signal = AbortSignal.timeout(WITHIN_MS);
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      try {
        const { content, callId } = await reword(recurrence, { ...recurrence, content: text.content }, signal);
        const isNew = (await timesOfSame(checks, recurrence, content)).length === 0;
        if (isNew && flawOf(content) === null) return { textId: text.id, content, aiCallId: callId };
      } catch (error) {
        if (!(error instanceof AppError) && !signal.aborted) throw error;
        // The text waits, or is used as it stands: its day is not lost over this.
        log.info({ recurrenceId: recurrence.id, date, err: error }, 'recurring-posts.not-varied');
        return null;
      }
    }
    return null;
  }

  return async function prepare(recurrence: Recurrence, now: Date): Promise<Prepared> {
    const { posts } = await planOf(db, recurrence, { now, repeated: NOTHING_PREPARED.repeated });
    if (posts.length === 0 || (recurrence.cooldownDays === null && !recurrence.isVaried)) return NOTHING_PREPARED;
    const repeated = recurrence.cooldownDays === null ? NOTHING_PREPARED.repeated : await repeatedOf(recurrence);
    const variations = new Map<string, Variation>();
    const chosen = recurrence.isVaried ? await planOf(db, recurrence, { now, repeated }) : { posts: [] };
    for (const post of chosen.posts.slice(0, WORDED_AT_ONCE)) {
      const variation = await vary(recurrence, post);
      if (variation === null) break;
      variations.set(post.date, variation);
    }
    return { repeated, variations };
  };
}

async function timesOfSame(checks: PostChecksRepository, recurrence: Recurrence, content: string): Promise<Date[]> {
  const { facebookPageId: pageId } = recurrence;
  const found = await checks.repetitions(recurrence, { content, pageId, postId: null }, AbortSignal.timeout(WITHIN_MS));
  return found.map(({ at }) => at);
}
