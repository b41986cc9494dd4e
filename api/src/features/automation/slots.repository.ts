import type { Knex } from 'knex';
import type { PageId, UserId } from '../../contract/ids.ts';
import { DRAFT_DAYS, type AutomationMode } from '../../contract/automation.ts';
import type { Environment } from '../../contract/common.ts';
import type { Language } from '../../contract/generation.ts';
import type { PageVoice } from '../../contract/page-voice.ts';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';
import type { Problem } from '../../problems/problem.ts';
import type { AiCall } from '../ai-calls/ai-calls.repository.ts';
import { MISSED } from '../publishing/problems.ts';
import { readPageProblem, readProblem } from '../../problems/stored-problem.ts';
import type { ApprovalRule } from '../approvals/approval-rule.ts';
import { readVoice } from '../page-voice/read-voice.ts';
import { TOO_LATE, UNDECIDED, type Reason } from './reasons.ts';
import {
  CLAIM,
  DISCLOSURE,
  DUE,
  GOES_OUT,
  HOLD_SLOT,
  HOLD_TEXTS_OF_PAGE,
  MOVES,
  SCHEDULE,
  SCHEDULE_BY_RULE,
} from './slots.sql.ts';

/**
 * A slot that this process may bring to its text, as long as the lease holds, with all that speaks for or against it at
 * this moment.
 */
export interface SlotClaim extends Owner {
  readonly slotId: number;
  readonly leaseToken: string;
  readonly facebookPageId: PageId;
  readonly contentType: string;
  /** That may have been paid for. */
  readonly calls: number;
  /** That failed at no cost. */
  readonly tries: number;
  readonly isTooLate: boolean;
  readonly isRunning: boolean;
  readonly heldBy: Problem | null;
  readonly heldUntil: Date | null;
  readonly owner: { readonly facebookId: string; readonly access: 'whitelist' | 'blacklist' | null };
  readonly page: {
    readonly name: string;
    readonly category: string | null;
    readonly isConnected: boolean;
    readonly isRemoved: boolean;
    readonly problem: Problem | null;
  };
  readonly settings: {
    readonly isEnabled: boolean;
    readonly isPaused: boolean;
    readonly scope: string;
    readonly language: Language;
    readonly mode: AutomationMode;
    /** Stands below posts that nobody reviewed; '': nothing does. */
    readonly disclosure: string;
  };
  readonly voice: PageVoice;
}

interface ClaimRow {
  id: number;
  lease_token: string;
  user_id: UserId;
  environment: Environment;
  facebook_page_id: PageId;
  content_type: string;
  calls: number;
  tries: number;
  is_too_late: boolean;
  is_running: boolean;
  held_by: unknown;
  claimed_at: Date;
  is_held: boolean | null;
  held_until: Date | null;
  page_name: string;
  category: string | null;
  is_connected: boolean;
  is_removed: boolean;
  page_problem: unknown;
  owner_facebook_id: string;
  owner_access: SlotClaim['owner']['access'];
  is_page_enabled: boolean;
  is_page_paused: boolean;
  content_scope: string | null;
  language: Language | null;
  mode: AutomationMode | null;
  disclosure: string;
  voice: unknown;
}

/** A text with the line that it ends with already; '': none. */
export interface LinedText {
  readonly text: string;
  readonly line: string;
}

/** The way of a slot to its text. Each move is one statement, so none is open while the AI is asked. */
export function slotsRepository(db: Knex) {
  const run = async (name: string, sql: string, values: readonly unknown[]) =>
    (await prepared<{ id: number }>(db, name, sql, values)).length;
  const fence = ({ slotId, leaseToken }: SlotClaim) => [slotId, leaseToken];

  return {
    ...pagesOfSlots(db),

    /** What there is to do: cycles to make, texts to write, and posts and drafts that have come to nothing. */
    async due(): Promise<{ cycles: boolean; texts: boolean; ends: boolean }> {
      const [row] = await prepared<{ cycles: boolean; texts: boolean; ends: boolean }>(db, 'automation_due', DUE, []);
      return row ?? { cycles: false, texts: false, ends: false };
    },

    claim: async (limit: number): Promise<SlotClaim[]> =>
      (await prepared<ClaimRow>(db, 'claim_slots', CLAIM, [limit])).map(toClaim),

    /**
     * @returns the line of the call that is about to be made; null when the slot is lost, or two calls may have been
     * paid for
     */
    async begin(
      claim: SlotClaim,
      { model, prompt, from, reservedMicros }: Omit<AiCall, 'purpose'>,
      trx: Knex,
    ): Promise<number | null> {
      const [row] = await prepared<{ id: number }>(trx, 'begin_slot_call_by_prompt', MOVES.begin, [
        ...fence(claim),
        model,
        prompt,
        reservedMicros,
        from.id,
        from.version,
      ]);
      return row?.id ?? null;
    },

    tryLater: (claim: SlotClaim, seconds: number, mayBePaid: boolean) =>
      run('try_slot_later', MOVES.tryLater, [...fence(claim), seconds, mayBePaid]),
    putBack: (claim: SlotClaim, until: Date, hadCall: boolean) =>
      run('put_slot_back', MOVES.putBack, [...fence(claim), until, hadCall]),
    end: (claim: SlotClaim, state: 'skipped' | 'failed', reason: Reason) =>
      run('end_slot', MOVES.end, [...fence(claim), state, JSON.stringify(reason)]),
    /** @param reason what its owner is to look at */
    keepDraft: (claim: SlotClaim, text: string, reason: Reason | null) =>
      run('keep_slot_draft_for', MOVES.keepDraft, [
        ...fence(claim),
        text,
        DRAFT_DAYS,
        reason === null ? null : JSON.stringify(reason),
      ]),
    /** Only for a page that publishes without review, and holds no such text. */
    schedule: (claim: SlotClaim, { text, line }: LinedText, { isUnsourced }: { isUnsourced: boolean }) =>
      run('schedule_disclosed_slot', SCHEDULE, [...fence(claim), text, line, isUnsourced]),
    /** Only for a page with review, and by a rule that is held. */
    scheduleByRule: (claim: SlotClaim, { text, line }: LinedText, rule: ApprovalRule) =>
      run('schedule_slot_by_rule', SCHEDULE_BY_RULE, [...fence(claim), text, line, JSON.stringify(rule)]),

    /** @returns whether the slot is still the claim's, and nobody else's to move until the end of the transaction */
    hold: async (claim: SlotClaim) => (await run('hold_slot', HOLD_SLOT, fence(claim))) > 0,

    /** When the post of the slot would go out. */
    async goesOutAt(claim: SlotClaim): Promise<Date> {
      const [row] = await prepared<{ at: Date }>(db, 'slot_goes_out', GOES_OUT, [claim.slotId]);
      if (row === undefined) throw new Error(`Slot ${claim.slotId} is gone`);
      return row.at;
    },

    /** Ends what has come to nothing by itself. */
    async sweep(): Promise<void> {
      await run('drop_late_slots', MOVES.dropLate, [JSON.stringify(TOO_LATE), JSON.stringify(MISSED)]);
      await run('give_up_drafts', MOVES.giveUpDrafts, [JSON.stringify(UNDECIDED)]);
    },
  };
}
/** What there is to know of the page of a slot. */
function pagesOfSlots(db: Knex) {
  return {
    /** The line for posts of the page that nobody reviewed, as it is at this moment; '': none. */
    async disclosure(claim: SlotClaim): Promise<string> {
      const [row] = await prepared<{ disclosure: string }>(db, 'page_disclosure', DISCLOSURE, [claim.facebookPageId]);
      return row?.disclosure ?? '';
    },

    /** Nobody else stores a text for the page until the end of the transaction that `db` is. */
    async holdTextsOfPage(claim: SlotClaim): Promise<void> {
      await prepared(db, 'hold_texts_of_page', HOLD_TEXTS_OF_PAGE, [claim.facebookPageId]);
    },

    async closeness(claim: SlotClaim, text: string): Promise<number> {
      const [row] = await prepared<{ closeness: number }>(db, 'slot_closeness_at_facebook', MOVES.closeness, [
        claim.facebookPageId,
        text,
        claim.slotId,
      ]);
      return row?.closeness ?? 0;
    },

    /** Texts that the page has had or is about to have, the newest first. */
    recent: async (claim: SlotClaim, limit: number) =>
      (await prepared<{ content: string }>(db, 'slot_recent', MOVES.recent, [claim.facebookPageId, limit])).map(
        ({ content }) => content,
      ),
  };
}
export type SlotsRepository = ReturnType<typeof slotsRepository>;

function toClaim(row: ClaimRow): SlotClaim {
  return {
    slotId: row.id,
    leaseToken: row.lease_token,
    userId: row.user_id,
    environment: row.environment,
    facebookPageId: row.facebook_page_id,
    contentType: row.content_type,
    calls: row.calls,
    tries: row.tries,
    isTooLate: row.is_too_late,
    isRunning: row.is_running,
    heldBy: row.held_by === null ? null : readProblem(row.held_by, row.claimed_at),
    heldUntil: row.is_held === true ? row.held_until : null,
    owner: { facebookId: row.owner_facebook_id, access: row.owner_access },
    page: {
      name: row.page_name,
      category: row.category,
      isConnected: row.is_connected,
      isRemoved: row.is_removed,
      problem: readPageProblem(row.page_problem),
    },
    settings: {
      isEnabled: row.is_page_enabled,
      isPaused: row.is_page_paused,
      scope: row.content_scope ?? '',
      language: row.language ?? 'English',
      mode: row.mode ?? 'draft',
      disclosure: row.disclosure,
    },
    voice: readVoice(row.voice),
  };
}
