import type { Knex } from 'knex';
import { PUBLISH_PLATFORMS } from '../../contract/networks.ts';
import { pauseKey } from '../../networks/pauses.sql.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { ConflictError } from '../../http/errors.ts';
import { auditRepository } from '../audit/audit.repository.ts';
import { removingOf } from '../posts/post-writes.sql.ts';
import { forgetPerson } from './forget-person.ts';
import { GONE_NAME, type GoneIds } from '../audit/gone-person.ts';
import { deletionReceiptsRepository } from './deletion-receipts.repository.ts';
import type { MediaService } from '../media/media.service.ts';
import type { ScheduleOfOwner } from '../publishing/schedule-of-owner.ts';

const WAIT_MS = 25_000;
const WAIT_STEP_MS = 250;
/** PostgreSQL's codes for a lock that somebody else has, and for two that wait for each other. */
const BUSY = ['55P03', '40P01'];

/** What there may be tens of thousands of, each kind before what it refers to. */
const MANY = ['media_files', 'posts', 'automation_slots', 'ai_calls'] as const;
/** Rows that one statement removes with all that hangs on them: some tenths of a second, where a statement may take a few seconds. */
const AT_ONCE = 2000;

interface Deps {
  readonly db: Knex;
  readonly waitMs?: number;
  readonly goneId: GoneIds;
  scheduleOfOwner(db: Knex): ScheduleOfOwner;
  /** Nothing new is planned for this owner from then on. */
  stopAutomation(owner: Owner): Promise<void>;
  readonly media: Pick<MediaService, 'remove'>;
}

/** The end of an account in one environment. */
export function accountDeletionService({ db, scheduleOfOwner, stopAutomation, media, goneId, waitMs = WAIT_MS }: Deps) {
  /** Works while nobody is, or can get, at a post of theirs; false when somebody is. */
  async function whileNobodyIsAtIt(owner: Owner, work: (trx: Knex.Transaction) => Promise<void>): Promise<boolean> {
    return givingWay(() =>
      db.transaction(async (trx) => {
        // Whoever adds something of theirs waits from here on.
        await trx('users').where({ id: owner.userId }).forUpdate().noWait().first('id');
        if (!(await scheduleOfOwner(trx).keepWorkersOff(owner))) return false;
        await work(trx);
        return true;
      }),
    );
  }

  async function forgetTokens(trx: Knex.Transaction, owner: Owner): Promise<void> {
    await trx('users').where({ id: owner.userId }).update({ access_token: null });
    await trx('facebook_pages').where({ user_id: owner.userId }).update({ access_token: null });
  }

  async function removeInChunks(trx: Knex.Transaction, owner: Owner): Promise<void> {
    for (const table of MANY) {
      const all = () => ownedBy<{ id: number }>(trx, table, owner);
      const removing = (): Knex.QueryBuilder =>
        table === 'posts' ? removingOf(trx, owner, 'removeWithAccount') : all().delete();
      while (Number(await removing().whereIn('id', all().select('id').limit(AT_ONCE))) === AT_ONCE);
    }
  }

  /** @returns the code of the receipt, or null when the account was gone */
  async function removeRows(trx: Knex.Transaction, owner: Owner): Promise<string | null> {
    const account = await trx<{ id: number; facebook_id: string }>('users')
      .where({ id: owner.userId })
      .first('facebook_id');
    if (account === undefined) return null;
    const { facebook_id: facebookId } = account;
    const code = await deletionReceiptsRepository(trx).close(owner.userId);
    await trx('pauses')
      .where({ scope: 'user' })
      .whereIn(
        'key',
        PUBLISH_PLATFORMS.map((network) => pauseKey(network, owner.userId)),
      )
      .delete();
    await removeInChunks(trx, owner);
    // Everything else that is theirs refers to the account and goes with it, sessions too.
    await trx('users').where({ id: owner.userId }).delete();
    const gone = goneId(facebookId);
    // What administrators did and decided is theirs, and stays; who it was about is forgotten with the last account, and when they came.
    if ((await trx('users').where({ facebook_id: facebookId }).first('id')) === undefined) {
      await trx('login_activities').where({ facebook_id: facebookId }).delete();
      await forgetPerson(trx, facebookId, gone);
    }
    await auditRepository(trx).record(
      { person: { facebookId: gone, name: GONE_NAME }, impersonated: null, environment: owner.environment, ip: null },
      { action: 'accounts.deleted', subject: `${GONE_NAME} (${gone})` },
    );
    return code;
  }

  return {
    /**
     * Takes everything off the schedule, waits for what is on its way, then deletes all there is. The tokens go before the rest:
     * whoever reads one just before a call finds none.
     * @returns the code of the receipt, or null when somebody else was faster
     * @throws ConflictError when a post is on its way for too long; then nothing is deleted, and what was planned is a draft
     */
    async deleteEverything(owner: Owner): Promise<string | null> {
      const until = performance.now() + waitMs;
      await stopAutomation(owner);
      do {
        const isQuiet =
          (await givingWay(() => scheduleOfOwner(db).takeOff(owner))) &&
          (await whileNobodyIsAtIt(owner, (trx) => forgetTokens(trx, owner)));
        if (isQuiet) {
          await media.remove(owner, 'all');
          let code: string | null = null;
          if (
            await whileNobodyIsAtIt(owner, async (trx) => {
              code = await removeRows(trx, owner);
            })
          )
            return code;
        }
        await new Promise((resolve) => {
          setTimeout(resolve, WAIT_STEP_MS);
        });
      } while (performance.now() < until);
      throw new ConflictError(
        'A post of yours is being published right now, so your account is still there. Your scheduled posts are drafts now. Try again in a minute.',
      );
    },
  };
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
