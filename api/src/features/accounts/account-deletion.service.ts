import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import { ConflictError } from '../../http/errors.ts';
import { auditRepository } from '../audit/audit.repository.ts';
import { forgetPerson } from './forget-person.ts';
import { GONE_NAME, type GoneIds } from '../audit/gone-person.ts';
import { deletionReceiptsRepository } from './deletion-receipts.repository.ts';
import type { MediaService } from '../media/media.service.ts';
import type { ScheduleOfOwner } from '../publishing/schedule-of-owner.repository.ts';
import { pageAccessRepository } from '../pages/page-access.repository.ts';
import { pausesRepository } from '../publishing/pauses.repository.ts';
import { forgetChangesOf } from '../notifications/notify-of-changed-schedule.repository.ts';
import { forgetNewsOf } from '../notifications/notify-of-person.repository.ts';
import { outboxRepository } from '../outbox/outbox.repository.ts';
import { forgetMember } from '../proposals/forgotten-members.repository.ts';
import { tellOfDeletedMember } from '../sharing/page-members.service.ts';
import { accountsRepository } from '../users/accounts.repository.ts';
import { removeInChunks } from './owned-rows.repository.ts';

const WAIT_MS = 25_000;
const WAIT_STEP_MS = 250;
/** PostgreSQL's codes for a lock that somebody else has, and for two that wait for each other. */
const BUSY = ['55P03', '40P01'];

interface Deps {
  readonly db: Knex;
  readonly waitMs?: number;
  readonly goneId: GoneIds;
  scheduleOfOwner(db: Knex): ScheduleOfOwner;
  /** Nothing new is planned for this owner until they say so. */
  stopPlanning(owner: Owner): Promise<void>;
  /** What they met in versions that are tried. */
  forgetVisitor(trx: Knex.Transaction, facebookId: string): Promise<void>;
  readonly media: Pick<MediaService, 'remove'>;
  /** Each holds what is theirs in every environment. */
  removeExports(owner: Owner): Promise<void>;
}

/** The end of an account in one environment. */
export function accountDeletionService(deps: Deps) {
  const { db, scheduleOfOwner, stopPlanning, media, removeExports, waitMs = WAIT_MS } = deps;
  /** Works while nobody is, or can get, at a post of theirs; false when somebody is. */
  async function whileNobodyIsAtIt(owner: Owner, work: (trx: Knex.Transaction) => Promise<void>): Promise<boolean> {
    return givingWay(() =>
      db.transaction(async (trx) => {
        // Whoever adds something of theirs waits from here on.
        await accountsRepository(trx).lock(owner.userId);
        if (!(await scheduleOfOwner(trx).keepWorkersOff(owner))) return false;
        await work(trx);
        return true;
      }),
    );
  }

  /**
   * Tries again and again, for a while, to work when nobody is at a post of theirs.
   * @returns false when somebody always was
   */
  async function inAQuietMoment(owner: Owner, work: (trx: Knex.Transaction) => Promise<void>): Promise<boolean> {
    const until = performance.now() + waitMs;
    do {
      const isDone =
        (await givingWay(() => scheduleOfOwner(db).takeOff(owner))) && (await whileNobodyIsAtIt(owner, work));
      if (isDone) return true;
      await new Promise((resolve) => {
        setTimeout(resolve, WAIT_STEP_MS);
      });
    } while (performance.now() < until);
    return false;
  }

  return {
    /**
     * Takes everything off the schedule, waits for what is on its way, then deletes all there is. The tokens go before
     * the rest: whoever reads one just before a call finds none.
     * @returns the code of the receipt, or null when somebody else was faster
     * @throws ConflictError when a post is on its way for too long, which says what was stopped and deleted by then
     */
    async deleteEverything(owner: Owner): Promise<string | null> {
      await stopPlanning(owner);
      if (!(await inAQuietMoment(owner, (trx) => forgetTokens(trx, owner)))) throw new ConflictError(NOTHING_DELETED);
      await media.remove(owner, 'all');
      await removeExports(owner);
      let code: string | null = null;
      const isGone = await inAQuietMoment(owner, async (trx) => {
        code = await removeRows(trx, owner, deps);
      });
      if (!isGone) throw new ConflictError(PARTLY_DELETED);
      return code;
    },
  };
}

const NOTHING_DELETED =
  "One of your posts is being published right now, so we haven't deleted your account yet. Your scheduled posts are " +
  'now drafts, your repeating posts are paused, and automation is off. Try again in a minute.';
const PARTLY_DELETED =
  "We've deleted your files and disconnected your pages, but one of your posts was being published just then, so the " +
  "rest of your account isn't deleted yet. Try again in a minute.";

async function forgetTokens(trx: Knex.Transaction, owner: Owner): Promise<void> {
  await accountsRepository(trx).forgetTokens([owner.userId]);
  await pageAccessRepository(trx).forgetTokens(owner.userId);
}

/** @returns the code of the receipt, or null when the account was gone */
async function removeRows(
  trx: Knex.Transaction,
  owner: Owner,
  { goneId, forgetVisitor }: Pick<Deps, 'goneId' | 'forgetVisitor'>,
): Promise<string | null> {
  const accounts = accountsRepository(trx);
  const facebookId = await accounts.facebookIdOf(owner.userId);
  if (facebookId === null) return null;
  const code = await deletionReceiptsRepository(trx).close(owner.userId);
  await pausesRepository(trx).forgetUser(owner.userId);
  const gone = goneId(facebookId);
  await forgetNewsOf(trx, owner.userId);
  await forgetChangesOf(trx, owner.userId);
  await outboxRepository(trx).forgetPerson(owner.userId);
  await tellOfDeletedMember(trx, owner.userId);
  await forgetMember(trx, owner.userId, { id: gone, name: GONE_NAME });
  await removeInChunks(trx, owner);
  // Everything else that is theirs refers to the account and goes with it, sessions too.
  await accounts.remove(owner.userId);
  // What administrators did and decided is theirs, and stays; who it was about is forgotten with the last account,
  // and when they came.
  if (!(await accounts.hasAny(facebookId))) {
    await forgetVisitor(trx, facebookId);
    await forgetPerson(trx, facebookId, gone);
  }
  await auditRepository(trx).record(
    { person: { facebookId: gone, name: GONE_NAME }, impersonated: null, environment: owner.environment, ip: null },
    { action: 'accounts.deleted', subject: `${GONE_NAME} (${gone})` },
  );
  return code;
}

/** Others go first: a deletion has time, and comes again. */
async function givingWay(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (BUSY.includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

export type AccountDeletionService = ReturnType<typeof accountDeletionService>;
