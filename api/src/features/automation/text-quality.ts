import { AUTOMATION_TEXT_LENGTH } from '../../contract/automation.ts';
import { hasGaps, isDeclined } from '../../text-checks/unfinished.ts';
import type { Reason } from './reasons.ts';

const FENCE = /^```\w*\n([\s\S]*?)\n```$/;
const PREAMBLE = /^(sure|certainly|of course|here(['’]s| is)|berikut)\b[^\n]{0,80}:\s*\n+/i;

/** The text alone, without what models like to put around it. */
export function bare(text: string): string {
  const unfenced = text.trim().replace(FENCE, '$1').trim().replace(PREAMBLE, '').trim();
  const quoted = /^["“]([\s\S]+)["”]$/.exec(unfenced)?.[1];
  return quoted !== undefined && !/["“”]/.test(quoted) ? quoted.trim() : unfenced;
}

/** Why a text must not be published as it is; null when nothing speaks against it. */
export function flawOf(text: string): Reason | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return { code: 'empty', params: {} };
  if (text.length > AUTOMATION_TEXT_LENGTH) return { code: 'too_long', params: { maxLength: AUTOMATION_TEXT_LENGTH } };
  if (isDeclined(text)) return { code: 'declined', params: {} };
  if (hasGaps(text)) return { code: 'unfinished', params: {} };
  return null;
}
