import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../../http/errors.ts';
import { canonicalTimeZone } from '../../http/time-zone.ts';
import { presentPlan } from './page-plans.present.ts';
import { pagePlansRepository, type PagePlan, type WeekOfPage } from './page-plans.repository.ts';
import { minuteOf, timeOfWeek, tooClose, type TimeOfWeek } from './weekly-plan.ts';

/** Of a page whose plan is to be replaced: the one that was read. */
export interface ReadPlan {
  readonly facebookPageId: PageId;
  readonly revision: number;
}

const NOT_CONNECTED = "This Facebook page isn't connected. Reconnect it, or choose another page.";
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The weekly plans of an owner's pages. */
export function pagePlansService(db: Knex) {
  /** @throws NotFoundError that names the pages by their places */
  async function needPages(
    trx: Knex,
    owner: Owner,
    pages: readonly ReadPlan[],
  ): Promise<ReadonlyMap<PageId, PagePlan>> {
    const plans = await pagePlansRepository(trx).list(
      owner,
      pages.map(({ facebookPageId }) => facebookPageId),
    );
    const own = new Map(plans.map((plan) => [plan.pageId, plan]));
    const issues = pages.flatMap(({ facebookPageId }, place) =>
      own.has(facebookPageId) ? [] : [{ path: `pages.${place}.facebookPageId`, message: NOT_CONNECTED }],
    );
    if (issues.length > 0) throw new NotFoundError(NOT_CONNECTED, { issues });
    return own;
  }

  return {
    list: (owner: Owner) => pagePlansRepository(db).list(owner),

    /**
     * @throws InvalidInputError for slots too close to each other and a zone that is none; NotFoundError for pages that
     * are not the owner's; ConflictError with the `plans` that somebody else has saved meanwhile
     */
    async replace(
      owner: Owner,
      pages: readonly ReadPlan[],
      given: { timeZone: string | null; slots: readonly TimeOfWeek[] },
      spacingMinutes: number,
    ): Promise<PagePlan[]> {
      const week = weekOf(given, spacingMinutes);
      return db.transaction(async (trx) => {
        const before = await needPages(trx, owner, pages);
        const newer: PageId[] = [];
        // In one order: two who save the same pages wait for each other instead of blocking each other.
        for (const { facebookPageId, revision } of pages.toSorted((a, b) => a.facebookPageId - b.facebookPageId)) {
          if (isSavedAlready(before.get(facebookPageId), revision, week)) continue;
          if (!(await pagePlansRepository(trx).replace(owner, facebookPageId, revision, week)))
            newer.push(facebookPageId);
        }
        const repository = pagePlansRepository(trx);
        if (newer.length > 0)
          throw new ConflictError('This weekly plan was changed in another tab or by another person.', {
            plans: (await repository.list(owner, newer)).map(presentPlan),
          });
        return repository.list(owner, [...before.keys()]);
      });
    },
  };
}

/** The answer of the first time was lost on the way, and the same is sent again. */
function isSavedAlready(plan: PagePlan | undefined, revision: number, { timeZone, minutes }: WeekOfPage): boolean {
  return plan?.revision === revision + 1 && plan.timeZone === timeZone && isDeepStrictEqual(plan.minutes, minutes);
}

function weekOf(
  { timeZone, slots }: { timeZone: string | null; slots: readonly TimeOfWeek[] },
  spacingMinutes: number,
): WeekOfPage {
  const zone = timeZone === null ? null : canonicalTimeZone(timeZone);
  if (timeZone !== null && zone === null)
    throw InvalidInputError.of([{ path: 'timeZone', message: 'Must be a zone such as Asia/Kuala_Lumpur' }]);
  const given = slots.map(minuteOf);
  const minutes = [...new Set(given)].sort((one, other) => one - other);
  const close = tooClose(minutes, spacingMinutes);
  if (close !== null) {
    const [before, after] = [minutes[close.before]!, minutes[close.after]!];
    const message =
      `${named(after)} is less than ${spacingMinutes} minutes after ${named(before)}. ` +
      'Choose another time for one of them.';
    throw InvalidInputError.of([{ path: `slots.${given.indexOf(after)}.time`, message }]);
  }
  return { timeZone: zone, minutes };
}

/** As the screens write it: Monday 9:00. */
function named(minute: number): string {
  const { day, time } = timeOfWeek(minute);
  return `${DAYS[day - 1]} ${time.replace(/^0/, '')}`;
}
