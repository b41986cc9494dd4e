import type { Knex } from 'knex';
import { approvalRulesRepository } from '../approvals/approval-rules.repository.ts';
import { slotsRepository, type LinedText, type SlotClaim } from './slots.repository.ts';

/**
 * Approves a text by the rule that its owner wrote for the page, as that rule is at this moment: exactly this text, for
 * this page and its time. One text of a page after the other, in any number of processes, so that none is too many.
 * @param trx the transaction that stores the text
 * @returns whether it is on the schedule now
 */
export async function approveByRule(trx: Knex, claim: SlotClaim, lined: LinedText): Promise<boolean> {
  const rules = approvalRulesRepository(trx);
  const rule = await rules.hold(claim.facebookPageId);
  if (rule === null || !rule.kinds.includes(claim.contentType)) return false;
  const slots = slotsRepository(trx);
  const goesOutAt = await slots.goesOutAt(claim);
  if ((await rules.approvedForDayOf(claim.facebookPageId, goesOutAt)) >= rule.postsPerDay) return false;
  return (await slots.scheduleByRule(claim, lined, rule)) > 0;
}
