import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { Author } from '../posts/author.ts';
import { tellOwner } from '../impersonation/tell-owner.ts';
import { isFarAhead, planCycle, planRemaining } from './plan.ts';
import { planningRepository } from './planning.repository.ts';
import { STOPPED, SWITCHED_OFF } from './reasons.ts';
import { withReview } from './review.ts';
import { runningCycleRepository } from './running-cycle.repository.ts';
import {
  settingsRepository,
  type PageChoice,
  type PageSettings,
  type Rhythms,
  type Settings,
} from './settings.repository.ts';

const HOUR_MS = 3_600_000;

export interface Choices {
  readonly frequencyHours: number | undefined;
  readonly pages: readonly PageChoice[];
}

/**
 * What a person does to their automation. Their settings' row is the lock of each step, which the making of cycles
 * takes too.
 */
export function automationService({ db }: { db: Knex }) {
  return {
    /** @throws NotFoundError when a page is not theirs; then nothing is saved */
    async save(author: Author, choices: Choices): Promise<void> {
      await db.transaction((trx) => saveChoices(trx, author, choices));
    },

    /** A cycle that is still running goes on, so that no number of clicks makes a second one. */
    async start(owner: Owner): Promise<void> {
      await db.transaction((trx) => startCycle(trx, owner));
    },

    /**
     * Reaches every page at once: what is not written yet is left out, and an answer of the AI that comes now is thrown
     * away.
     */
    async stopAutomation(owner: Owner): Promise<void> {
      await db.transaction(async (trx) => {
        // Waits for whoever is just planning for them: what that adds is left out with the rest.
        await settingsRepository(trx).set(owner, { isEnabled: false, problem: null });
        await runningCycleRepository(trx).leaveOut(owner, null, STOPPED);
      });
    },

    /**
     * Ends the pause of a page, which has its part in the running cycle again.
     * @throws NotFoundError when the page is not theirs
     */
    async resume(owner: Owner, pageId: PageId): Promise<void> {
      await db.transaction(async (trx) => {
        const repository = settingsRepository(trx);
        const settings = await repository.lock(owner);
        const page = (await repository.pages(owner)).find((candidate) => candidate.pageId === pageId);
        if (page === undefined) throw new NotFoundError("This Facebook page isn't connected. Reconnect it first.");
        await repository.resume(owner, pageId);
        if (settings.isEnabled && page.pausedAt !== null)
          await planAnew(trx, owner, settings, settings, [{ ...page, pausedAt: null }]);
      });
    },
  };
}
export type AutomationService = ReturnType<typeof automationService>;

/** What was chosen, and the rest of the running cycle by it. */
async function saveChoices(trx: Knex, owner: Author, { frequencyHours, pages: choices }: Choices): Promise<void> {
  const repository = settingsRepository(trx);
  const settings = await repository.lock(owner);
  const before = new Map((await repository.pages(owner)).map((page) => [page.pageId, page]));
  const reviewed = choices.map((choice) => {
    const page = before.get(choice.pageId);
    if (page === undefined) throw new NotFoundError("This Facebook page isn't connected. Reconnect it first.");
    return withReview(choice, page);
  });
  // Slots before configurations: the order in which a slot that fails takes them.
  const switchedOff = choices
    .filter(({ pageId, isEnabled }) => !isEnabled && before.get(pageId)?.isEnabled === true)
    .map(({ pageId }) => pageId);
  if (switchedOff.length > 0) await runningCycleRepository(trx).leaveOut(owner, switchedOff, SWITCHED_OFF);
  await repository.savePages(owner, reviewed);
  const unreviewed = reviewed.flatMap(({ pageId, mode }) => {
    const page = before.get(pageId);
    return mode !== 'publish' || page === undefined || page.mode === mode ? [] : [page];
  });
  await tellOwner(
    trx,
    owner,
    'review_off',
    unreviewed.map(({ pageId, pageName }) => ({ facebookPageId: pageId, pageName })),
  );

  const rhythm = withFrequency(settings, frequencyHours);
  await repository.set(owner, rhythm);
  if (!settings.isEnabled) return;
  const isOtherFrequency = rhythm.frequencyHours !== settings.frequencyHours;
  const changed = (await repository.pages(owner)).filter((page) => {
    const old = before.get(page.pageId);
    return isOtherFrequency || old?.isEnabled !== page.isEnabled || old.contentCount !== page.contentCount;
  });
  await planAnew(trx, owner, settings, rhythm, changed);
}

async function startCycle(trx: Knex, owner: Owner): Promise<void> {
  const repository = settingsRepository(trx);
  const settings = await repository.lock(owner);
  if (settings.isEnabled) return;
  const { now, lastCycleAt, frequencyHours } = settings;
  const pages = await repository.pages(owner);
  const endsAt = lastCycleAt === null ? null : new Date(lastCycleAt.getTime() + frequencyHours * HOUR_MS);
  if (lastCycleAt !== null && endsAt !== null && endsAt > now && !isFarAhead(now, settings)) {
    const rhythm = { frequencyHours, isEnabled: true, anchorAt: lastCycleAt, nextCycleAt: endsAt };
    await repository.set(owner, { ...rhythm, problem: null });
    return planAnew(trx, owner, settings, rhythm, pages);
  }
  const planning = planCycle(now, { anchorAt: now, frequencyHours, lastCycleAt }, pages.filter(isUsable));
  const { anchorAt, nextCycleAt } = planning;
  await repository.set(owner, { isEnabled: true, anchorAt, nextCycleAt, problem: null });
  await planningRepository(trx).insert([{ userId: owner.userId, environment: owner.environment, ...planning }]);
}

/** Plans the rest of the running cycle anew for these pages; nothing when no cycle is running. */
async function planAnew(
  trx: Knex,
  owner: Owner,
  settings: Settings,
  rhythm: Rhythms,
  pages: readonly PageSettings[],
): Promise<void> {
  if (settings.lastCycleAt === null || rhythm.nextCycleAt === null || rhythm.nextCycleAt <= settings.now) return;
  const running = runningCycleRepository(trx);
  const cycle = await running.find(owner, settings.lastCycleAt);
  if (cycle === null) return;
  const usable = pages.filter(isUsable);
  const made = await running.clearPlan(
    cycle,
    usable.map(({ pageId }) => pageId),
  );
  const span = { startsAt: cycle.startsAt, endsAt: rhythm.nextCycleAt };
  await running.add(
    owner,
    cycle,
    span.endsAt,
    usable.flatMap((page) =>
      planRemaining(
        settings.now,
        span,
        rhythm.frequencyHours,
        page,
        made.get(page.pageId) ?? { made: 0, nextPosition: 0 },
      ),
    ),
  );
}

/** Counted from the last cycle, as the countdown is: a cycle that would have begun by now begins with the next poll. */
function withFrequency(
  { frequencyHours: before, isEnabled, lastCycleAt, anchorAt, nextCycleAt }: Settings,
  frequencyHours = before,
): Rhythms {
  if (frequencyHours === before || lastCycleAt === null) return { frequencyHours, isEnabled, anchorAt, nextCycleAt };
  return {
    frequencyHours,
    isEnabled,
    anchorAt: lastCycleAt,
    nextCycleAt: new Date(lastCycleAt.getTime() + frequencyHours * HOUR_MS),
  };
}

function isUsable({ isEnabled, isAvailable, pausedAt }: PageSettings): boolean {
  return isEnabled && isAvailable && pausedAt === null;
}
