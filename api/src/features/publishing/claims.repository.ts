import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { isHeldUp } from '../../db/database-errors.ts';
import { prepared } from '../../db/database.ts';
import { writeTogether } from '../../db/write-together.ts';
import type { Problem } from '../../problems/problem.ts';
import { textMarksOf, toClaim, type Claim, type ClaimRow } from './claim.ts';
import { MOVES } from './claim-moves.sql.ts';
import { MOVES_TOGETHER } from './moves-together.sql.ts';
import {
  CLAIM_ABANDONED,
  CLAIM_DUE_WITHOUT_PAGE,
  CLAIM_NEXT_OF_PAGES,
  CLAIM_POST,
  DUE_PAGES,
  EXPIRE_LEASES_OF_THE_DEAD,
  LET_GO,
  TRACEPARENT_OF_POST,
} from './claims.sql.ts';
import { MISSED, MISSED_BEHIND_DOUBT, MISSED_TURN } from './problems.ts';
import { RETENTION } from '../../retention.ts';
import { textMark } from '../../networks/text-mark.ts';
import type { Failure } from '../../networks/failure.ts';
import type { Checkpoint } from '../../networks/target.ts';

/** A post that did not go out: where it stands now, and why. */
export interface Unpublished {
  readonly status: 'failed' | 'scheduled' | 'missed';
  readonly problem: Problem;
  readonly isHeld?: boolean;
  /** It takes no part in claims until then. */
  readonly waitUntil?: Date | null;
  readonly error?: Failure | null;
  /** It was sent, and nobody has seen that it is not out: the next attempt begins with a poll. */
  readonly mayBeOut?: boolean;
}

/** What falls due next, by the database's time. */
export interface NextDue {
  readonly now: Date;
  /** Null when nothing is planned. */
  readonly ms: number | null;
  /** Pages of which something falls due within `SOON_MS`. */
  readonly pages: readonly PageId[];
}

/** A post that stays in flight and is taken up again later. */
export interface Postponed {
  readonly seconds: number;
  readonly state: 'started' | 'unclear' | 'processing';
  readonly problem: Problem | null;
  readonly error?: Failure | null;
  readonly cleanAbsences?: number;
  readonly remoteId?: string | null;
  readonly saidDuplicate?: boolean;
  /** Nothing can happen to it any more that the page's next post would have to wait for. */
  readonly freesPage?: boolean;
}

/**
 * The moves of posts on their way out.
 * @param processId by which deaths of this process are counted; null where nobody counts them
 */
export function claimsRepository(db: Knex, processId: string | null = null) {
  const run = runningOn(db);
  return {
    ...claiming(db, processId),
    ...settlingClaims(db),
    ...foundByWords(db),
    ...knownAtNetwork(db),

    /** Ends the leases of processes that are gone, by their lost connection. @returns whether there were any */
    expireLeasesOfTheDead: () => run('expire_leases_of_the_dead', EXPIRE_LEASES_OF_THE_DEAD, []),

    /** What this process still holds goes to others at once: it ends as it should. */
    letGo: () => run('let_go', LET_GO, [processId]),

    /**
     * Gives back what is this process's by the table though it has only `inFlight` on their way: an answer of the
     * database was lost.
     */
    disown: (inFlight: readonly number[]) => run('disown', MOVES.disown, [processId, inFlight]),

    /**
     * Counts an exception that nobody has thought of.
     * @returns how many there were, and whether the visible call was asked for; null when the post is somebody else's
     * by now
     */
    async noteCrash(claimed: Claim): Promise<{ crashes: number; isSent: boolean } | null> {
      const [row] = await prepared<{ crashes: number; is_sent: boolean }>(
        db,
        'note_crash',
        MOVES.noteCrash,
        fence(claimed),
      );
      return row === undefined ? null : { crashes: row.crashes, isSent: row.is_sent };
    },

    /** The trace in which somebody last did something about the post; null where it was not traced. */
    async traceparentOf(postId: PostId): Promise<string | null> {
      const [row] = await prepared<{ traceparent: string }>(db, 'traceparent_of_post', TRACEPARENT_OF_POST, [postId]);
      return row?.traceparent ?? null;
    },

    /** Turns of pages count for half an hour. */
    async forgetOldTurns(): Promise<void> {
      await db('automation_turns').where('taken_at', '<', db.raw("now() - interval '1 day'")).delete();
    },

    async forgetDeletedPosts(): Promise<void> {
      await db('deleted_posts')
        .where('deleted_at', '<', db.raw('now() - make_interval(days => ?)', [RETENTION.deletedPostsDays]))
        .delete();
    },

    /** @returns how many there were of each target */
    markMissed: () =>
      prepared<{ target: string; count: number }>(db, 'mark_missed_by_target', MOVES.markMissed, [
        json(MISSED),
        json(MISSED_BEHIND_DOUBT),
        json(MISSED_TURN),
      ]),

    /** Posts that were asked for a moment ago, and not taken back, are due from now on. */
    beginAsked: () => run('begin_asked', MOVES.beginAsked, []),

    /** When the next post is due, or waits for another poll. */
    async untilNext(): Promise<NextDue> {
      const [row] = await prepared<NextDue>(db, 'until_next_post', MOVES.untilNext, []);
      if (row === undefined) throw new Error('The database told no time');
      return row;
    },

    /** Makes the lease whole again; false when it is somebody else's by now. */
    renew: (claimed: Claim) => run('renew_lease', MOVES.renew, fence(claimed)),

    saveCheckpoint: (claimed: Claim, checkpoint: Checkpoint, problem: Problem | null) =>
      run('save_checkpoint', MOVES.saveCheckpoint, [...fence(claimed), JSON.stringify(checkpoint), json(problem)]),

    /** @param until null: until now */
    recordSearched: (claimed: Claim, until: Date | null) =>
      run('record_searched', MOVES.recordSearched, [...fence(claimed), until]),
  };
}

/** What goes to a worker, for as long as its lease lasts. */
function claiming(db: Knex, processId: string | null = null) {
  const claim = async (name: string, sql: string, values: readonly unknown[]) =>
    (await prepared<ClaimRow>(db, name, sql, values)).map(toClaim);

  return {
    /** Pages with something due that is not on its way yet, the longest waiting first. Takes nothing. */
    duePages: async (limit: number) =>
      (await prepared<{ id: PageId }>(db, 'due_pages', DUE_PAGES, [limit])).map(({ id }) => id),

    /** The next due post of each of these pages that is free: nobody else gets it until the lease ends. */
    claimNextOfPages: (pageIds: readonly PageId[], worker: string | null) =>
      claim('claim_next_of_pages', CLAIM_NEXT_OF_PAGES, [worker, pageIds, processId]),

    /** Up to `limit` posts that somebody left behind, or that are due for another poll or another try. */
    claimOrphaned: (limit: number, worker: string | null) =>
      claim('claim_abandoned', CLAIM_ABANDONED, [worker, limit, null, processId]),

    /** Up to `limit` due posts of networks without pages. */
    claimWithoutPage: (limit: number, worker: string | null) =>
      claim('claim_due_without_page', CLAIM_DUE_WITHOUT_PAGE, [worker, limit, null, processId]),

    /** This post, if it is due and its page is free; null otherwise. */
    async claimPost(id: PostId, worker: string | null): Promise<Claim | null> {
      const [claimed] = [
        ...(await claim('claim_post', CLAIM_POST, [worker, id, processId])),
        ...(await claim('claim_due_without_page', CLAIM_DUE_WITHOUT_PAGE, [worker, 1, id, processId])),
        ...(await claim('claim_abandoned', CLAIM_ABANDONED, [worker, 1, id, processId])),
      ];
      return claimed ?? null;
    },
  };
}

/** What becomes of a claimed post. */
function settlingClaims(db: Knex) {
  const run = runningOn(db);

  return {
    ...movingTogether(db),

    settleUnpublished: (claimed: Claim, end: Unpublished) =>
      run('settle_unpublished', MOVES.settleUnpublished, [
        ...fence(claimed),
        end.status,
        json(end.problem),
        end.isHeld ?? false,
        json(end.error?.record),
        end.waitUntil ?? null,
        end.mayBeOut ?? false,
      ]),

    postpone: (claimed: Claim, next: Postponed) =>
      run('postpone', MOVES.postpone, [
        ...fence(claimed),
        next.seconds,
        next.state,
        json(next.problem),
        json(next.error?.record),
        next.cleanAbsences ?? claimed.attempt.cleanAbsences,
        next.remoteId ?? null,
        next.freesPage ?? false,
        next.saidDuplicate ?? false,
      ]),
  };
}

type Mark = readonly [claimed: Claim, remoteId: string | null, timeoutSeconds: number];
type Showing = readonly [claimed: Claim, remoteId: string, permalinkUrl: string | null];

/** What every post that goes out needs twice: under load many of them have it in one transaction. */
function movingTogether(db: Knex) {
  const run = runningOn(db);
  const fences = (all: readonly (Mark | Showing)[]) => [
    all.map(([{ postId }]) => postId),
    all.map(([{ leaseToken }]) => leaseToken),
  ];
  /** SQL counts places from 1 on. */
  const placed = <Row extends { place: number }, Done>(rows: readonly Row[], read: (row: Row) => Done) =>
    new Map(rows.map((row) => [row.place - 1, read(row)] as const));

  const mark = writeTogether<Mark, 'marked' | 'too late' | 'lost'>({
    async one([claimed, remoteId, timeoutSeconds]) {
      const [row] = await prepared<{ is_too_late: boolean }>(db, 'mark_sending', MOVES.markSending, [
        ...fence(claimed),
        timeoutSeconds,
        remoteId,
        textMark(claimed.content),
      ]);
      if (row === undefined) return 'lost';
      return row.is_too_late ? 'too late' : 'marked';
    },
    async many(all) {
      const rows = await prepared<{ place: number; is_too_late: boolean }>(
        db,
        'mark_sending_together',
        MOVES_TOGETHER.markSending,
        [
          ...fences(all),
          all.map(([, , timeoutSeconds]) => timeoutSeconds),
          all.map(([, remoteId]) => remoteId),
          all.map(([{ content }]) => textMark(content)),
        ],
      );
      return placed(rows, (row) => (row.is_too_late ? 'too late' : 'marked'));
    },
  });

  const settle = writeTogether<Showing, boolean>({
    one: ([claimed, remoteId, permalinkUrl]) =>
      run('settle_published', MOVES.settlePublished, [...fence(claimed), remoteId, permalinkUrl]),
    async many(all) {
      const rows = await prepared<{ place: number }>(db, 'settle_published_together', MOVES_TOGETHER.settlePublished, [
        ...fences(all),
        all.map(([, remoteId]) => remoteId),
        all.map(([, , permalinkUrl]) => permalinkUrl),
      ]);
      return placed(rows, () => true);
    },
  });

  return {
    /**
     * Just before the visible call: what is about to be shown, and until when its answer is waited for.
     * @returns 'marked'; otherwise the call may not be made: 'too late' for any, or 'lost' to somebody else
     */
    markSending: (...given: Mark) => mark(given),
    settlePublished: (...given: Showing) => settle(given),
  };
}

/**
 * What was found at the network by its words alone. Two posts of the same words may find the same one at the same
 * moment: it becomes one of them, and `anothers` for the other, which has to look again.
 */
function foundByWords(db: Knex) {
  async function unlessAnothers(
    claimed: Claim,
    remoteId: string,
    move: (trx: Knex) => Promise<boolean>,
  ): Promise<boolean | 'anothers'> {
    try {
      return await db.transaction(async (trx) => {
        const [lock] = await prepared<{ is_ours: boolean }>(trx, 'lock_found', MOVES.lockFound, [remoteId]);
        if (lock?.is_ours !== true) return 'anothers';
        // Read once the lock is ours: what the one before us has written is seen.
        const [seen] = await prepared<{ is_anothers: boolean }>(trx, 'is_anothers', MOVES.isAnothers, [
          remoteId,
          claimed.postId,
          claimed.facebookPageId,
          textMarksOf(claimed),
        ]);
        return seen?.is_anothers === false ? await move(trx) : 'anothers';
      });
    } catch (error) {
      // Somebody holds the post or its page's clock: as long as nothing is written, another look finds it again.
      if (isHeldUp(error)) return 'anothers';
      throw error;
    }
  }

  return {
    settleFound: (claimed: Claim, remoteId: string, permalinkUrl: string | null) =>
      unlessAnothers(claimed, remoteId, (trx) =>
        runningOn(trx)('settle_published', MOVES.settlePublished, [...fence(claimed), remoteId, permalinkUrl]),
      ),

    postponeFound: (claimed: Claim, next: Postponed & { readonly remoteId: string }) =>
      unlessAnothers(claimed, next.remoteId, (trx) => settlingClaims(trx).postpone(claimed, next)),
  };
}

/** What is known of objects at the network. */
function knownAtNetwork(db: Knex) {
  return {
    /** Which of these ids of Facebook's are posts of ours other than `postId`. */
    async takenIds(remoteIds: readonly string[], postId: PostId): Promise<ReadonlySet<string>> {
      if (remoteIds.length === 0) return new Set();
      const rows = await prepared<{ remote_id: string }>(db, 'taken_ids', MOVES.takenIds, [remoteIds, postId]);
      return new Set(rows.map((row) => row.remote_id));
    },

    /** An object that nobody sees and nobody will show is taken away later. */
    async leaveBehind({ facebookPageId }: Claim, remoteId: string): Promise<void> {
      if (facebookPageId !== null)
        await db('orphaned_uploads')
          .insert({ video_id: remoteId, facebook_page_id: facebookPageId })
          .onConflict()
          .ignore();
    },

    /** Some posts of ours that are out on this page, the newest first: who can see the page can see one of them. */
    async knownIds({ facebookPageId, postId }: Claim, limit: number): Promise<string[]> {
      const rows = await prepared<{ remote_id: string }>(db, 'known_ids', MOVES.knownIds, [
        facebookPageId,
        postId,
        limit,
      ]);
      return rows.map((row) => row.remote_id);
    },
  };
}
export type ClaimsRepository = ReturnType<typeof claimsRepository>;

/** Runs a statement that answers the rows it has changed. @returns whether there were any */
const runningOn = (db: Knex) => async (name: string, sql: string, values: readonly unknown[]) =>
  (await prepared<{ id: number }>(db, name, sql, values)).length > 0;

/** The post, and the lease that only its holder knows. */
const fence = ({ postId, leaseToken }: Claim) => [postId, leaseToken];

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
