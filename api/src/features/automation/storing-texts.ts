import type { Knex } from 'knex';
import { approveByRule } from './approve-by-rule.ts';
import { withLine, withoutLine } from './disclosure.ts';
import type { Reason } from './reasons.ts';
import { slotsRepository, type SlotClaim } from './slots.repository.ts';

/**
 * Trigrams in common, 0 to 1. Posts of one page about one thing have up to about 0.65 in common; the same text in a few
 * other words has more.
 */
const TOO_CLOSE = 0.7;

export interface CheckedText {
  readonly text: string;
  /** Why a person has to read it, whatever the page's settings. */
  readonly grave: Reason | null;
  /** What it claims without a source. */
  readonly unsourced: Reason | null;
}

/**
 * Puts a text where it belongs: on the schedule where nobody has to read it first, to the drafts otherwise. One text of
 * a page at Facebook after the other, in any number of processes and by whoever connected it: none is stored that is
 * like another one which the page has had, or is about to have by then.
 */
export function storingTexts(db: Knex) {
  return {
    /** @returns `lost` when the slot is somebody else's by now */
    store: (claim: SlotClaim, checked: CheckedText): Promise<'stored' | 'repeats' | 'lost'> =>
      db.transaction(async (trx) => {
        const slots = slotsRepository(trx);
        await slots.holdTextsOfPage(claim);
        // Slots before settings of their pages: the order in which a change of those takes them.
        if (!(await slots.hold(claim))) return 'lost';
        const line = await slots.disclosure(claim);
        const text = withoutLine(checked.text, line);
        if ((await slots.closeness(claim, text)) >= TOO_CLOSE) return 'repeats';
        const { grave, unsourced } = checked;
        const isStored =
          (grave === null && (await goesUnread(trx, claim, { text, line, isUnsourced: unsourced !== null }))) ||
          (await slots.keepDraft(claim, checked.text, grave ?? unsourced)) > 0;
        return isStored ? 'stored' : 'lost';
      }),
  };
}
export type StoringTexts = ReturnType<typeof storingTexts>;

/** Whether it is on the schedule without a person having read it: the page has no review, or a rule approves it. */
async function goesUnread(
  trx: Knex,
  claim: SlotClaim,
  { text, line, isUnsourced }: { text: string; line: string; isUnsourced: boolean },
): Promise<boolean> {
  const whole = withLine(text, line);
  if (whole === null) return false;
  const lined = { text: whole, line };
  // Review that was switched on while the AI wrote holds for this text too.
  if ((await slotsRepository(trx).schedule(claim, lined, { isUnsourced })) > 0) return true;
  return !isUnsourced && approveByRule(trx, claim, lined);
}
