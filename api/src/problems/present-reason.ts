import type { AutomationReason } from '../contract/automation-reasons.ts';
import { reasonCode } from './reason-code.ts';
import { reasonWords } from './readers-words.ts';

/** A reason of automation as callers get it. @param at the time of that */
export function presentReason(reason: AutomationReason, at: Date): { code: string; message: string } {
  return { code: reasonCode(reason), message: reasonWords(reason, at) };
}
